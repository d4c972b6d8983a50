// What is known of the chosen value: its path, type, place and whole text; for a column its distribution too.

class Details {
  constructor(element) { this.element = element; }

  show(title, ...parts) {
    this.element.replaceChildren(make('h2', { text: title }), ...parts.filter(Boolean));
    this.element.scrollTop = 0;
  }

  facts(pairs) {
    const list = make('dl', { class: 'facts' });
    for (const [name, value] of pairs) {
      if (value === undefined || value === null || value === '') continue;
      list.append(make('div', {}, make('dt', {}, name), value instanceof Node ? make('dd', {}, value) : make('dd', { text: value })));
    }
    return list;
  }

  placeText(place) {
    if (!place) return undefined;
    const where = place.space ? ' of the list’s binary form' : '';
    return `${count(place.length, 'byte')} at 0x${hexadecimal(place.offset, 4)} (${grouped(place.offset)})${where}`;
  }

  button(text, call) { return make('button', { type: 'button', onclick: call }, text); }

  node(node, row = null) {
    const type = nodeType(node);
    const [, , , value, more] = nodes[node];
    if (type === 'column') { this.column(tables[value].columns[more], [this.button('Open the table', () => send('follow', { table: value, row: 0, column: more }))]); return; }
    const isLeaf = !nodeHasChildren(node) || type === 'data';
    const own = lists[nodeList(node)];
    const uid = nodeUID(node);
    const facts = this.facts([
      ['path', node === 0 ? undefined : row ? this.rowPath(row) : pathText(node)], ['type', this.typeName(node)], ['class', nodeClass(node)],
      ['object', uid > 0 ? `#${uid} of ${own.node < 0 ? '' : 'the list’s '}$objects` : undefined], ['list', own.node < 0 ? undefined : this.listName(nodeList(node))], ['bytes', this.placeText(nodePlace(node))],
      ['raw', type === 'date' ? `${value} s since 2001-01-01` : undefined],
    ]);
    const buttons = make('p', { class: 'buttons' });
    if (type === 'table') buttons.append(this.button('Open the table', () => send('follow', { table: value, row: 0 })));
    if (hasIdentity(node)) buttons.append(this.button('Show in the graph', () => send('graph', String(node))));
    const list = type === 'array' && tables.find((table) => table.list === node);
    if (list) buttons.append(this.button('Open as a table', () => send('follow', { table: list.index, row: 0 })));
    const objects = type === 'object' && tables.find((table) => table.kind === 'objects' && table.nodes.includes(node));
    if (objects) buttons.append(this.button(`All ${grouped(objects.rows)} of this class`, () => send('follow', { table: objects.index, row: objects.nodes.indexOf(node) })));
    this.show((row?.parent && isList(row.parent.node) ? '' : row?.key) || (node === 0 ? pageDocument.file.name : pathText(node)), node === 0 ? this.file() : null, facts, isLeaf ? this.value(node) : null, buttons.childNodes.length ? buttons : null, this.others(node));
  }

  typeName(node) {
    // The node of a list is what it begins with: of a keyed archive the dictionary of its roots.
    if (lists[nodeList(node)].objects !== undefined && (node === 0 || isList(parents[node]))) return `the dictionary $top of the archive: ${count(childCount(node), 'value')} by name`;
    if (node === 0) return undefined;
    const names = { int: 'integer', real: 'real number', bool: 'truth value', map: 'dictionary', uid: 'reference', value: '' };
    return names[nodeType(node)] ?? nodeType(node);
  }

  // A list within data: its kind, and where it is.
  listName(index) {
    const { kind, objects, node } = lists[index];
    return `{${index}}, ${kind}${objects === undefined ? '' : `, ${count(objects, 'object')}`}, at ${pathText(node)}`;
  }

  rowPath(row) {
    const steps = [];
    for (let next = row; next.parent; next = next.parent) steps.push(pathStep(next.parent.node, next.position));
    return steps.reverse().join('').replace(/^\./, '');
  }

  // The whole text of a value; line ends are kept.
  value(node) {
    const text = nodeSummary(node);
    const block = make('pre', { class: 'whole', tabindex: 0, 'aria-label': 'Value' });
    const lines = String(text).split('\n');
    lines.slice(0, 500).forEach((line, index) => { if (index) block.append('\n'); write(block, line, 20000); });
    const total = nodeType(node) === 'text' ? nodes[node][6] : 0;
    if (total) block.append(make('span', { class: 'note' }, `\n… ${grouped(total)} characters in all; the rest is not in this page`));
    return block;
  }

  // Other places that refer to the same value.
  others(node) {
    const places = node > 0 && nodes.length < 400000 ? otherPlaces(node, 12) : [];
    if (!places.length) return null;
    const list = make('ul', { class: 'others' });
    for (const [parent, position] of places) {
      const path = `${parent ? pathText(parent) : ''}${pathStep(parent, position)}`.replace(/^\./, '');
      list.append(make('li', {}, make('button', { type: 'button', text: path, onclick: () => send('place', { node, place: [parent, position] }) })));
    }
    return make('section', {}, make('h3', {}, 'Also here'), list);
  }

  file() {
    const { file, left } = pageDocument;
    return make('div', {}, this.facts([['file', file.name], ['size', size(file.size)], ['kind', file.kind], ['objects', file.objects === undefined ? undefined : grouped(file.objects)], ['SHA-256', file.sha256]]),
      left.length ? make('ul', { class: 'left' }, ...left.map((text) => make('li', { text }))) : null);
  }

  cell({ table, column, shown }, rows) {
    if (!column) { if (shown >= 0) this.row(table, shown); return; }
    if (shown < 0) { this.column(column, [], rows); return; }
    const target = column.linked(shown);
    const buttons = make('p', { class: 'buttons' });
    if (target) buttons.append(this.button('Follow the link', () => send('follow', target)));
    this.show(table.valueName(shown, column), this.facts([['value', column.isPresent(shown) ? column.text(shown) : 'none: the union has another member here'], ['bytes', this.placeText(column.place(shown))]]),
      buttons.childNodes.length ? buttons : null, this.columnSection(column, rows));
  }

  row(table, shown) {
    const pairs = table.columns.slice(0, 400).map((column) => [column.name, column.isPresent(shown) ? make('span', { text: column.text(shown) }) : make('span', { class: 'note' }, '–')]);
    const list = make('dl', { class: 'facts fields' });
    for (const [name, value] of pairs) list.append(make('div', {}, make('dt', { text: name }), make('dd', {}, value)));
    const buttons = make('p', { class: 'buttons' });
    if (table.kind === 'graph') buttons.append(this.button('Show in the graph', () => send('graph', `${table.index}:${shown}`)));
    if (table.nodes) buttons.append(this.button('Show in the tree', () => send('place', { node: table.nodes[shown] })));
    this.show(table.rowName(shown), buttons.childNodes.length ? buttons : null, list);
  }

  column(column, buttons = [], rows = null) {
    this.show(column.name, this.facts([['table', column.table.name], ['bytes', column.pieces?.length === 1 ? this.placeText({ space: column.space, offset: column.pieces[0][0], length: column.pieces[0][1] }) : undefined]]),
      make('p', { class: 'buttons' }, ...buttons), this.columnSection(column, rows));
  }

  // The type, how it is read, the order, and the distribution of a column.
  columnSection(column, rows) {
    if (column.missing) return make('p', { class: 'note', text: column.missing });
    const readings = [['number', 'numbers'], ['hex', 'hexadecimal'], ['unix', 'seconds since 1970'], ['milliseconds', 'milliseconds since 1970'], ['2001', 'seconds since 2001']];
    const canRead = column.isNumber && column.type && !column.part && column.type.kind !== 'bool';
    const select = canRead && make('select', { 'aria-label': 'Read the column as', onchange: (event) => { column.reading = event.target.value; send('reading', column); draw(); } },
      ...readings.filter(([name]) => name !== 'hex' || isInteger(column.type)).map(([name, text]) => make('option', { value: name, selected: column.reading === name }, text)));
    const buttons = make('p', { class: 'buttons' }, this.button('Ascending', () => send('sort', { column, isDescending: false })), this.button('Descending', () => send('sort', { column, isDescending: true })),
      this.button('As stored', () => send('sort', { column, isDescending: null })));
    const picture = make('div', { class: 'distribution' });
    const draw = () => {
      const all = rows ?? Uint32Array.from({ length: column.table.shown }, (_, row) => row);
      showDistribution(picture, column, all, (text) => send('filter', { column, text }));
      if (column.table.isSampled) picture.prepend(make('p', { class: 'note' }, `Of the ${grouped(column.table.shown)} rows in this page; the archive has ${grouped(column.table.rows)}.`));
    };
    draw();
    const title = make('h3', {}, 'Column ', make('span', { class: 'key', text: column.name }), ' ', make('span', { class: 'note', text: column.typeText }));
    return make('section', { class: 'column' }, title, select ? make('label', { class: 'reading' }, 'Read as ', select) : null, buttons, picture);
  }
}
