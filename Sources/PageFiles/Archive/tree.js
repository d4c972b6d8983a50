// The tree of the archive. A row is a place: a node, its key there, and the rows that are around it.

class Tree {
  constructor(element) {
    this.element = element;
    this.rows = [];
    this.active = 0;
    this.list = new Rows(element, 26, (index) => this.render(index));
    this.typed = { text: '', time: 0 };
    element.addEventListener('keydown', (event) => this.key(event));
    element.addEventListener('click', (event) => this.click(event));
    element.addEventListener('mousemove', (event) => this.point(event));
    element.addEventListener('mouseleave', () => send('point', null));
    element.addEventListener('focus', () => this.list.show(this.active));
  }

  start() {
    this.rows = [{ node: 0, key: '', level: 1, position: 0, size: 1, parent: null, isOpen: false }];
    this.open(0);
    // A small archive is open from the start, a large one as far as a screen shows it.
    for (let index = 1; index < this.rows.length && this.rows[index].level < 4; index += 1) {
      if (this.rows.length + childCount(this.rows[index].node) <= 70) this.open(index);
    }
    this.refresh();
  }

  refresh() {
    this.list.resize(this.rows.length);
    this.element.setAttribute('aria-activedescendant', `tree-${this.active}`);
  }

  // The enclosing row that has the same node: a cycle.
  cycle(row) {
    for (let outer = row.parent; outer; outer = outer.parent) if (outer.node === row.node) return outer;
    return null;
  }

  canOpen(row) { return nodeHasChildren(row.node) && !this.cycle(row); }

  open(index) {
    const row = this.rows[index];
    if (row.isOpen || !this.canOpen(row)) return;
    row.isOpen = true;
    const size = childCount(row.node);
    const left = nodeTotal(row.node) - size;
    const children = Array.from({ length: size }, (_, position) => ({
      node: childAt(row.node, position), key: keyAt(row.node, position), level: row.level + 1, position, size: size + (left ? 1 : 0), parent: row, isOpen: false,
    }));
    if (left > 0) children.push({ node: -1, left, key: '', level: row.level + 1, position: size, size: size + 1, parent: row, isOpen: false });
    this.rows = this.rows.slice(0, index + 1).concat(children, this.rows.slice(index + 1));
  }

  close(index) {
    const row = this.rows[index];
    row.isOpen = false;
    let end = index + 1;
    while (end < this.rows.length && this.rows[end].level > row.level) end += 1;
    this.rows.splice(index + 1, end - index - 1);
  }

  toggle(index) {
    if (this.rows[index].isOpen) this.close(index); else this.open(index);
    this.refresh();
  }

  // Chooses a row, and tells the other parts.
  choose(index, isQuiet = false) {
    this.active = index;
    this.list.show(index);
    this.refresh();
    const row = this.rows[index];
    if (!isQuiet && row.node >= 0) send('select', { from: 'tree', node: row.node, row });
  }

  // Opens what is around a node, and chooses it. `place` is [parent, position] where it is not the first way.
  reveal(node, place = null, isQuiet = true) {
    const way = place ? [...wayTo(place[0]), [node, place[1]]] : wayTo(node);
    let index = 0;
    for (const [, position] of way) {
      this.open(index);
      const level = this.rows[index].level + 1;
      let next = index + 1;
      while (next < this.rows.length && !(this.rows[next].level === level && this.rows[next].position === position)) {
        if (this.rows[next].level < level) break;
        next += 1;
      }
      if (!this.rows[next] || this.rows[next].position !== position) break;
      index = next;
    }
    this.refresh();
    this.active = index;
    this.list.show(index, true);
    this.refresh();
    if (!isQuiet) send('select', { from: 'tree', node: this.rows[index].node, row: this.rows[index] });
  }

  render(index) {
    const row = this.rows[index];
    const isActive = index === this.active;
    const attributes = {
      class: `row${isActive ? ' active' : ''}`, role: 'treeitem', id: `tree-${index}`, 'data-index': index, 'aria-level': row.level,
      'aria-posinset': row.position + 1, 'aria-setsize': row.size, 'aria-selected': isActive,
    };
    if (row.node < 0) {
      const left = make('div', attributes, make('span', { class: 'note', text: `… ${grouped(row.left)} more are not in this page` }));
      left.style.paddingInlineStart = this.indent(row.level);
      return left;
    }
    if (row.node === this.pointed) attributes.class += ' pointed';
    const canOpen = this.canOpen(row);
    if (canOpen) attributes['aria-expanded'] = row.isOpen;
    const element = make('div', attributes, make('span', { class: 'twist', 'aria-hidden': true }, canOpen ? (row.isOpen ? '▾' : '▸') : ''));
    // Deep trees stay on the screen: indentation grows slowly after twelve levels.
    element.style.paddingInlineStart = this.indent(row.level);
    const isIndex = row.parent && !isKeyed(row.parent.node);
    if (row.level > 1 && isList(row.parent.node)) element.append(make('span', { class: 'note' }, lists[nodeList(row.node)].kind), make('span', { class: 'colon' }, ': '));
    else if (row.level > 1) element.append(row.key === '' ? make('span', { class: 'note' }, '(no key)') : make('span', { class: isIndex ? 'key index' : 'key', text: isIndex ? `[${row.key}]` : row.key }), make('span', { class: 'colon' }, ': '));
    element.append(...this.describe(row));
    return element;
  }

  indent(level) { return `${(Math.min(level, 12) - 1) * 18 + Math.max(0, Math.min(level - 12, 40)) * 3 + 4}px`; }

  describe(row) {
    const type = nodeType(row.node);
    const parts = [];
    if (row.level === 1) return [make('span', { class: 'key', text: pageDocument.file.name }), make('span', { class: 'note', text: ` ${pageDocument.file.kind}` })];
    const cycle = this.cycle(row);
    const name = nodeClass(row.node);
    if (name) parts.push(make('span', { class: 'class', text: name }));
    if (nodeUID(row.node) > 0 && nodeHasChildren(row.node)) parts.push(make('span', { class: 'uid' }, nodeNumeral(row.node)));
    if (cycle) parts.push(make('span', { class: 'note' }, '↻ leads back to an object around it'));
    else if (type === 'object') parts.push(make('span', { class: 'note', text: nodeTitle(row.node) ?? count(nodeTotal(row.node), 'key') }));
    else if (['array', 'map', 'table', 'graph', 'column', 'data'].includes(type)) parts.push(make('span', { class: 'note', text: nodeSummary(row.node) }));
    else parts.push(make('span', { class: `value ${type}`, text: nodeSummary(row.node) }));
    return parts.flatMap((part, index) => (index ? [' ', part] : [part]));
  }

  index(event) {
    const element = event.target.closest('.row');
    return element ? Number(element.dataset.index) : -1;
  }

  click(event) {
    const index = this.index(event);
    if (index < 0) return;
    if (event.target.closest('.twist') || event.detail === 2) this.toggle(index);
    if (event.detail < 2) this.choose(index);
  }

  point(event) {
    const index = this.index(event);
    const row = this.rows[index];
    if (row?.node >= 0) send('point', { from: 'tree', node: row.node });
  }

  // Marks the row of a node that the pointer is on elsewhere.
  mark(node) {
    this.pointed = node;
    this.list.draw();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = this.rows[this.active];
    const next = moved(event.key, this.active, this.rows.length, this.list.perPage);
    if (next !== undefined) this.choose(next);
    else if (event.key === 'ArrowRight') {
      if (row.isOpen) this.choose(this.active + 1); else if (this.canOpen(row)) this.toggle(this.active);
    } else if (event.key === 'ArrowLeft') {
      if (row.isOpen) this.toggle(this.active); else if (row.parent) this.choose(this.rows.indexOf(row.parent));
    } else if (event.key === 'Enter' || event.key === ' ') this.enter(row);
    else if (event.key === '*') this.openSiblings(row);
    else if (event.key.length === 1 && event.key !== '/') this.find(event.key);
    else return;
    event.preventDefault();
  }

  enter(row) {
    const cycle = this.cycle(row);
    if (cycle) this.choose(this.rows.indexOf(cycle)); else this.toggle(this.active);
    if (row.node >= 0) send('select', { from: 'tree', node: row.node, row, isOpened: true });
  }

  openSiblings(row) {
    for (let index = this.rows.length - 1; index >= 0; index -= 1) if (this.rows[index].parent === row.parent) this.open(index);
    this.active = this.rows.indexOf(row);
    this.refresh();
  }

  // Typing goes to the next row whose key begins with it.
  find(character) {
    const now = performance.now();
    this.typed = { text: (now - this.typed.time < 800 ? this.typed.text : '') + character.toLowerCase(), time: now };
    const start = this.typed.text.length > 1 ? this.active : this.active + 1;
    for (let step = 0; step < this.rows.length; step += 1) {
      const index = (start + step) % this.rows.length;
      if (this.rows[index].key.toLowerCase().startsWith(this.typed.text)) { this.choose(index); return; }
    }
  }
}
