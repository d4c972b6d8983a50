// The bytes, sixteen or eight in a row, with what the pointer or the cursor is on.

class Hex {
  constructor(element, readout, map) {
    Object.assign(this, { element, readout, map, space: 0, cursor: 0, selected: null, pointed: null, width: 16 });
    this.list = new Rows(element, 20, (index) => this.render(index));
    element.addEventListener('keydown', (event) => this.key(event));
    element.addEventListener('click', (event) => this.click(event));
    element.addEventListener('mousemove', (event) => this.point(event));
    byId('to-file').addEventListener('click', () => { this.show(0); this.choose(0); });
    element.addEventListener('mouseleave', () => { this.pointAt(null); send('point', null); });
    new ResizeObserver(() => this.fit()).observe(element);
  }

  // Sixteen bytes in a row where there is room.
  fit() {
    const width = this.element.clientWidth < 505 ? 8 : 16;
    if (width !== this.width || !this.blocks) {
      this.width = width;
      this.show(this.space, true);
    }
  }

  // Rows of each range of bytes that the page has, and a row for each gap.
  show(space, isForced = false) {
    if (this.space === space && this.blocks && !isForced) return;
    this.space = space;
    const list = space ? lists.findIndex((each) => each.space === space) : 0;
    byId('space').textContent = list ? `of the XML list {${list}} in binary form` : '';
    for (const id of ['space', 'to-file']) byId(id).hidden = !list;
    this.blocks = [];
    let row = 0;
    let end = 0;
    const gap = (next) => { if (next > end) { this.blocks.push({ row, rows: 1, gap: [end, next] }); row += 1; } };
    for (const range of spaces[space].ranges) {
      gap(range.start);
      const start = Math.floor(range.start / this.width) * this.width;
      const rows = Math.ceil((range.end - start) / this.width);
      this.blocks.push({ row, rows, start, from: range.start, to: range.end });
      row += rows;
      end = range.end;
    }
    gap(spaces[space].length);
    this.digits = Math.max(4, spaces[space].length.toString(16).length);
    this.list.resize(row);
    this.element.setAttribute('aria-rowcount', row);
    this.element.setAttribute('aria-colcount', this.width);
    if (this.selected) this.scrollTo(this.selected.offset);
    this.map?.draw();
  }

  block(row) { return this.blocks[firstIndex(this.blocks.length, (index) => this.blocks[index].row > row) - 1]; }

  rowOf(offset) {
    for (const block of this.blocks) {
      if (block.gap ? offset >= block.gap[0] && offset < block.gap[1] : offset >= block.from && offset < block.to) {
        return block.gap ? block.row : block.row + Math.floor((offset - block.start) / this.width);
      }
    }
    return 0;
  }

  offsetsOnScreen() {
    const offset = (row) => { const block = this.block(row); return !block ? 0 : block.gap ? block.gap[0] : block.start + (row - block.row) * this.width; };
    const first = this.list.first;
    return [offset(first), offset(Math.min(this.list.count - 1, first + this.list.perPage)) + this.width];
  }

  render(row) {
    const block = this.block(row);
    const attributes = { class: 'bytes-row', role: 'row', 'aria-rowindex': row + 1 };
    if (block.gap) {
      const [start, end] = block.gap;
      return make('div', { ...attributes, class: 'bytes-row gap' }, make('span', { role: 'gridcell' }, `… ${count(end - start, 'byte')} from ${hexadecimal(start, this.digits)} on are not in this page`));
    }
    const start = block.start + (row - block.row) * this.width;
    const codes = make('span', { class: 'codes', role: 'presentation' });
    const characters = make('span', { class: 'characters', 'aria-hidden': true });
    let last = null;
    for (let index = 0; index < this.width; index += 1) {
      const offset = start + index;
      const isThere = offset >= block.from && offset < block.to;
      if (!isThere) { codes.append(make('span', { class: 'byte' }, '  ')); characters.append(' '); continue; }
      const byte = spaces[this.space].byte(offset);
      if (!last || offset >= last.end || offset < last.start) last = regions[this.space].at(offset) ?? { kind: 'unused', start: offset, end: offset + 1 };
      // An inner region may begin before the outer one ends.
      else { const inner = regions[this.space].at(offset); if (inner) last = inner; }
      const name = `byte ${last.kind}${this.marks(offset)}`;
      codes.append(make('span', { class: name, role: 'gridcell', id: `byte-${offset}`, 'data-offset': offset }, hexadecimal(byte)));
      characters.append(make('span', { class: name, 'data-offset': offset }, byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·'));
    }
    return make('div', attributes, make('span', { class: 'offset', role: 'rowheader' }, hexadecimal(start, this.digits)), codes, characters);
  }

  marks(offset) {
    const within = (place) => place && place.space === this.space && offset >= place.offset && offset < place.offset + place.length;
    return (within(this.selected) ? ' selected' : '') + (within(this.pointed) ? ' pointed' : '') + (offset === this.cursor ? ' cursor' : '');
  }

  // The bytes of a chosen value.
  select(place) {
    this.selected = place;
    if (place) {
      this.show(place.space);
      this.cursor = place.offset;
      this.scrollTo(place.offset);
    }
    this.list.draw();
    this.map?.draw();
  }

  // The bytes of the value under the pointer; `isElsewhere` scrolls to them.
  pointAt(place, isElsewhere = false) {
    if (this.pointed === place) return;
    this.pointed = place;
    if (place && isElsewhere && place.space === this.space) this.scrollTo(place.offset);
    this.list.draw();
  }

  scrollTo(offset) { this.list.show(this.rowOf(offset), true); }

  say(found) {
    this.readout.replaceChildren(make('code', {}, `0x${hexadecimal(found.place.offset, this.digits)}`), ` ${count(found.place.length, 'byte')}  `);
    write(this.readout, found.text, 300);
  }

  offset(event) {
    const element = event.target.closest('[data-offset]');
    return element ? Number(element.dataset.offset) : -1;
  }

  point(event) {
    const offset = this.offset(event);
    if (offset < 0) return;
    const found = meaning(this.space, offset);
    this.say(found);
    this.pointAt(found.place);
    send('point', { from: 'hex', ...found });
  }

  click(event) {
    const offset = this.offset(event);
    if (offset >= 0) this.choose(offset, true);
  }

  // Moves the cursor to a byte; with `isOpened` the value is shown in its tree or table.
  choose(offset, isOpened = false) {
    this.cursor = offset;
    const found = meaning(this.space, offset);
    this.selected = found.place;
    this.list.show(this.rowOf(offset));
    this.element.setAttribute('aria-activedescendant', `byte-${offset}`);
    this.say(found);
    this.map?.draw();
    send('select', { from: 'hex', ...found, isOpened });
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { width } = this;
    const page = this.list.perPage * width;
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -width, ArrowDown: width, PageUp: -page, PageDown: page };
    if (event.key === 'Enter' || event.key === ' ') this.choose(this.cursor, true);
    else if (event.key === 'Home') this.choose(this.cursor - (this.cursor % width));
    else if (event.key === 'End') this.choose(Math.min(this.cursor - (this.cursor % width) + width, spaces[this.space].length) - 1);
    else if (event.key in steps) this.choose(Math.max(0, Math.min(spaces[this.space].length - 1, this.cursor + steps[event.key])));
    else return;
    event.preventDefault();
  }
}
