// A table of columns: only the cells on the screen are elements. The header and the row of filters are rows -2 and -1 for the keyboard.

class Grid {
  constructor(element, panel) {
    this.element = element;
    this.panel = panel;
    this.head = make('div', { class: 'head', role: 'presentation' });
    element.append(this.head);
    this.list = new Rows(element, 26, (index) => this.renderRow(index), this.head);
    this.states = new Map();
    element.addEventListener('keydown', (event) => this.key(event));
    element.addEventListener('click', (event) => this.click(event));
    element.addEventListener('mousemove', (event) => this.point(event));
    element.addEventListener('mouseleave', () => send('point', null));
    element.addEventListener('scroll', () => this.columnsMoved(), { passive: true });
    new ResizeObserver(() => {
      if (this.table && this.measuredWidth !== element.clientWidth && element.clientWidth) {
        this.measuredWidth = element.clientWidth;
        this.measure();
        this.update();
      } else this.columnsMoved();
    }).observe(element);
  }

  // Shows a table with the filters and the order that it had.
  show(table) {
    if (this.table === table) return;
    this.table = table;
    if (!this.states.has(table)) {
      this.states.set(table, {
        rows: Uint32Array.from({ length: table.shown }, (_, row) => row), filters: new Map(), order: null, active: { row: 0, column: 0 },
      });
    }
    this.state = this.states.get(table);
    this.measure();
    this.element.setAttribute('aria-colcount', table.columns.length + 1);
    this.element.setAttribute('aria-label', `Table ${plain(table.name)}`);
    this.element.scrollTop = 0;
    this.element.scrollLeft = 0;
    this.range = null;
    this.update();
  }

  // Columns are as wide as their first values. Where the table is narrower than the screen, those that are cut get what is left.
  measure() {
    const { table } = this;
    const wanted = table.columns.map((column) => Math.max(84, Math.max(column.name.length + 3, Math.min(120, this.sampleWidth(column))) * 9 + 20));
    const first = Math.max(70, String(table.rows).length * 9 + 24);
    const widths = wanted.map((width) => Math.min(300, width));
    let left = this.element.clientWidth - first - widths.reduce((sum, width) => sum + width, 0);
    // The narrowest of the cut ones first, so that as many as possible are whole.
    const cut = wanted.map((width, index) => [width, index]).filter(([width, index]) => width > widths[index]).sort((a, b) => a[0] - b[0]);
    for (const [width, index] of cut) {
      const more = Math.max(0, Math.min(left, width - widths[index]));
      widths[index] += more;
      left -= more;
    }
    this.widths = [first, ...widths];
    this.lefts = [0];
    for (const width of this.widths) this.lefts.push(this.lefts.at(-1) + width);
  }

  sampleWidth(column) {
    let most = column.typeText.length;
    for (let row = 0; row < Math.min(20, this.table.shown); row += 1) most = Math.max(most, column.text(row).length);
    return most;
  }

  update() {
    this.list.spacer.style.width = `${this.lefts.at(-1)}px`;
    this.head.style.width = `${this.lefts.at(-1)}px`;
    this.element.setAttribute('aria-rowcount', this.state.rows.length + 2);
    this.columnsMoved(true);
    this.list.resize(this.state.rows.length);
    this.mark();
    send('rows', this);
  }

  // The columns on the screen; the first, with the numbers of rows, always is.
  visibleColumns() {
    const left = this.element.scrollLeft;
    const right = left + this.element.clientWidth;
    const first = Math.max(1, firstIndex(this.widths.length, (index) => this.lefts[index + 1] > left));
    const last = firstIndex(this.widths.length, (index) => this.lefts[index] >= right);
    return [first, Math.max(first, last)];
  }

  columnsMoved(isForced = false) {
    if (!this.table) return;
    const [first, last] = this.visibleColumns();
    if (!isForced && this.range && this.range[0] === first && this.range[1] === last) return;
    if (!isForced && this.head.contains(document.activeElement)) this.element.focus({ preventScroll: true });
    this.range = [first, last];
    this.renderHead();
    this.list.draw();
  }

  cell(index, attributes, ...children) {
    const element = make('div', { 'aria-colindex': index + 1, 'data-column': index, ...attributes }, ...children);
    element.style.left = `${this.lefts[index]}px`;
    element.style.width = `${this.widths[index]}px`;
    return element;
  }

  id(row, column) { return `cell-${row}-${column}`; }
  isActive(row, column) { return this.state.active.row === row && this.state.active.column === column; }
  class(row, column, name) { return `cell ${name}${this.isActive(row, column) ? ' active' : ''}`; }

  renderHead() {
    const names = make('div', { class: 'line names', role: 'row', 'aria-rowindex': 1 });
    const filters = make('div', { class: 'line filters', role: 'row', 'aria-rowindex': 2 });
    names.append(this.cell(0, { class: this.class(-2, 0, 'number'), role: 'columnheader', id: this.id(-2, 0) }, 'row'));
    filters.append(this.cell(0, { class: this.class(-1, 0, 'number note'), role: 'gridcell', id: this.id(-1, 0) }, 'filter'));
    for (let index = this.range[0]; index < this.range[1]; index += 1) {
      const column = this.table.columns[index - 1];
      const order = this.state.order?.column === column ? (this.state.order.isDescending ? 'descending' : 'ascending') : 'none';
      const arrow = { ascending: ' ▲', descending: ' ▼', none: '' }[order];
      names.append(this.cell(index, { class: this.class(-2, index, 'name'), role: 'columnheader', 'aria-sort': order, id: this.id(-2, index), title: plain(`${column.name}: ${column.typeText}`) },
        make('span', { class: 'label', text: column.name }), make('span', { class: 'arrow', 'aria-hidden': true }, arrow)));
      const input = make('input', {
        type: 'text', tabindex: -1, 'aria-label': `Filter ${plain(column.name)}`, placeholder: column.isNumber ? '5, >5, 1..9' : 'part of text', title: column.isNumber ? '5 or =5, !5, <5, >=5, 1..9, none' : 'a part of the text; =whole, !part, none', spellcheck: 'false',
        autocomplete: 'off', onchange: (event) => this.filter(column, event.target), onkeydown: (event) => this.filterKey(event, column),
      });
      input.value = this.state.filters.get(column)?.text ?? '';
      if (this.state.filters.get(column)?.error) input.setAttribute('aria-invalid', 'true');
      filters.append(this.cell(index, { class: this.class(-1, index, 'filter'), role: 'gridcell', id: this.id(-1, index) }, input));
    }
    this.head.replaceChildren(names, filters);
  }

  renderRow(index) {
    const row = this.state.rows[index];
    const line = make('div', { class: `line${this.state.active.row === index ? ' current' : ''}${index % 2 ? ' odd' : ''}`, role: 'row', 'aria-rowindex': index + 3, 'data-row': index });
    const number = this.table.kind === 'objects' ? nodeNumeral(this.table.nodes[row]) : grouped(this.table.actualRow(row) + this.table.base);
    line.append(this.cell(0, { class: this.class(index, 0, 'number'), role: 'rowheader', id: this.id(index, 0) }, number));
    for (let next = this.range[0]; next < this.range[1]; next += 1) {
      const column = this.table.columns[next - 1];
      const isLink = !!column.linked(row);
      const kind = isLink ? 'link' : column.isNumber ? 'right' : '';
      const cell = this.cell(next, { class: this.class(index, next, kind), role: 'gridcell', id: this.id(index, next) });
      if (column.isPresent(row)) write(cell, column.text(row), 120); else cell.append(make('span', { class: 'note', title: 'no value' }, '–'));
      line.append(cell);
    }
    return line;
  }

  // Sets the filter of a column from its field, and finds the rows.
  async filter(column, input) {
    const text = input.value;
    if (text === (this.state.filters.get(column)?.text ?? '')) return;
    const test = parseFilter(text, column);
    if (test === null) this.state.filters.delete(column);
    else this.state.filters.set(column, typeof test === 'string' ? { text, error: test } : { text, test });
    input.toggleAttribute('aria-invalid', typeof test === 'string');
    await this.find();
  }

  async sort(column, isDescending) {
    this.state.order = isDescending === null ? null : { column, isDescending };
    await this.find();
  }

  async find() {
    const { state, table } = this;
    this.element.setAttribute('aria-busy', 'true');
    await pause();
    let rows = Uint32Array.from({ length: table.shown }, (_, row) => row);
    for (const [column, { test }] of state.filters) {
      if (!test) continue;
      column.load();
      rows = rows.filter(test);
    }
    if (state.order) rows = sorted(rows, state.order.column, state.order.isDescending);
    state.rows = rows;
    if (state.active.row >= rows.length) state.active.row = Math.max(-2, rows.length - 1);
    this.element.removeAttribute('aria-busy');
    const errors = [...state.filters.values()].filter(({ error }) => error).map(({ error }) => error);
    if (this.table === table) this.update();
    announce(errors.length ? `The filter is not understood: ${errors[0]}` : `${count(rows.length, 'row')} of ${grouped(table.shown)}`);
  }

  cycleOrder(column) {
    const order = this.state.order?.column === column ? this.state.order : null;
    this.sort(column, order ? (order.isDescending ? null : true) : false);
  }

  // Chooses a cell, and tells the other parts.
  choose(row, column, isQuiet = false) {
    this.state.active = { row, column };
    this.showColumn(column);
    if (row >= 0) this.list.show(row);
    this.columnsMoved(true);
    this.mark();
    if (!isQuiet) send('select', { from: 'grid', ...this.cellAt(row, column) });
  }

  cellAt(row, column) {
    return { table: this.table, column: this.table.columns[column - 1] ?? null, shown: row >= 0 ? this.state.rows[row] : -1 };
  }

  mark() { this.element.setAttribute('aria-activedescendant', this.id(this.state.active.row, this.state.active.column)); }

  showColumn(column) {
    if (column === 0) { this.element.scrollLeft = 0; return; }
    const [left, width] = [this.lefts[column], this.widths[column]];
    const view = this.element.clientWidth - this.widths[0];
    if (left - this.widths[0] < this.element.scrollLeft) this.element.scrollLeft = left - this.widths[0];
    else if (left + width > this.element.scrollLeft + this.element.clientWidth) this.element.scrollLeft = Math.min(left - this.widths[0], left + width - view - this.widths[0]);
  }

  // Shows a shown row of the table, without filters if they hide it.
  reveal(shown, column = 0) {
    let row = this.state.rows.indexOf(shown);
    if (row < 0) {
      this.state.filters.clear();
      this.state.rows = Uint32Array.from({ length: this.table.shown }, (_, index) => index);
      this.state.order = null;
      row = shown;
      this.update();
    }
    this.list.show(row, true);
    this.choose(row, column);
  }

  where(event) {
    const cell = event.target.closest('.cell');
    if (!cell) return null;
    const line = cell.parentElement;
    const row = line.classList.contains('names') ? -2 : line.classList.contains('filters') ? -1 : Number(line.dataset.row);
    return { row, column: Number(cell.dataset.column) };
  }

  click(event) {
    const place = this.where(event);
    if (!place || event.target.tagName === 'INPUT') return;
    this.choose(place.row, place.column);
    if (place.row === -2 && place.column > 0) this.cycleOrder(this.table.columns[place.column - 1]);
    else if (place.row >= 0 && event.detail === 2) this.follow(place.row, place.column);
  }

  follow(row, column) {
    const target = this.table.columns[column - 1]?.linked(this.state.rows[row]);
    if (target) send('follow', target);
    else send('select', { from: 'grid', ...this.cellAt(row, column), isOpened: true });
  }

  point(event) {
    const place = this.where(event);
    if (place && place.row >= 0) send('point', { from: 'grid', ...this.cellAt(place.row, place.column) });
  }

  filterKey(event, column) {
    event.stopPropagation();
    if (event.key === 'Enter') this.filter(column, event.target);
    if (event.key === 'Escape' || event.key === 'Enter' || event.key === 'ArrowDown') { this.element.focus(); event.preventDefault(); }
  }

  key(event) {
    if (event.target !== this.element || event.metaKey || event.altKey) return;
    const { row, column } = this.state.active;
    const last = this.table.columns.length;
    if (event.key === 'ArrowLeft') this.choose(row, Math.max(0, column - 1));
    else if (event.key === 'ArrowRight') this.choose(row, Math.min(last, column + 1));
    else if (event.key === 'Home' && !event.ctrlKey) this.choose(row, 0);
    else if (event.key === 'End' && !event.ctrlKey) this.choose(row, last);
    else if (event.key === 'ArrowUp' && row <= 0) this.choose(Math.max(-2, row - 1), column);
    else if (event.key === 'ArrowDown' && row < 0) this.choose(Math.min(row + 1, this.state.rows.length - 1), column);
    else if (event.key === 'Enter' || event.key === ' ') this.enter(row, column);
    else {
      const next = moved(event.key, row, this.state.rows.length, this.list.perPage);
      if (next === undefined || !this.state.rows.length) return;
      this.choose(next, column);
    }
    event.preventDefault();
  }

  enter(row, column) {
    if (row === -2 && column > 0) this.cycleOrder(this.table.columns[column - 1]);
    else if (row === -1) this.head.querySelector(`.filters [data-column="${column}"] input`)?.focus();
    else if (row >= 0) this.follow(row, column);
  }
}
