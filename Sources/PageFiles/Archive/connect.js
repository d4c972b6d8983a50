// What is chosen or pointed at in one part is shown in the others.

function connect(parts) {
  const { tree, grid, graph, hex, details } = parts;

  const placeOf = (detail) => {
    if (detail.place) return detail.place;
    if (detail.column && detail.shown >= 0) return detail.column.place(detail.shown);
    if (detail.column?.pieces?.length) return { space: detail.column.space, offset: detail.column.pieces[0][0], length: detail.column.pieces[0][1] };
    if (detail.table && detail.shown >= 0 && detail.table.columns[0]) return detail.table.columns[0].place(detail.shown);
    if (detail.node === undefined || detail.node < 0) return null;
    if (nodeType(detail.node) === 'column') {
      const [, , , table, column] = nodes[detail.node];
      const [piece] = tables[table].columns[column].pieces ?? [];
      return piece ? { space: tables[table].columns[column].space, offset: piece[0], length: piece[1] } : null;
    }
    return nodePlace(detail.node);
  };

  on('select', (detail) => {
    if (detail.from !== 'hex') {
      const place = placeOf(detail);
      hex.select(place);
      if (place) hex.say(meaning(place.space, place.offset));
    }
    if (detail.from === 'grid') return;
    if (detail.table && detail.shown >= 0) details.cell(detail, null);
    else if (detail.node >= 0) details.node(detail.node, detail.row ?? null);
    if (detail.isOpened) open(detail);
  });

  // Shows what was opened where it has its place: a row in its table, another value in the tree.
  function open(detail) {
    const { table, column, shown, node } = detail;
    if (table && shown >= 0) {
      showTable(table.index);
      grid.reveal(shown, column ? table.columns.indexOf(column) + 1 : 0);
    } else if (node >= 0 && detail.from !== 'tree') {
      parts.show('tree');
      tree.reveal(node);
    } else if (node >= 0 && nodeType(node) === 'column') send('follow', { table: nodes[node][3], row: 0, column: nodes[node][4] });
  }

  function showTable(index) {
    byId('table').value = String(index);
    parts.show('tables');
    grid.show(tables[index]);
  }

  on('follow', ({ node, table, row, column = -1, keep }) => {
    if (node !== undefined) { parts.show('tree'); tree.reveal(node, null, false); return; }
    showTable(table);
    if (keep) return;
    if (row < 0) announce('This row is not in the page.');
    else if (tables[table].shown) grid.reveal(row, column + 1);
  });
  on('place', ({ node, place }) => { parts.show('tree'); tree.reveal(node, place, false); });
  on('graph', async (id) => {
    parts.show('graph');
    const key = id.includes(':') ? id : Number(id);
    await graph.show(Number(byId('network').value), Number(byId('most').value), byId('arrangement').value);
    if (graph.network?.byId.has(key)) graph.reveal(key); else announce('This one is not among those that are drawn.');
  });
  on('match', (match) => {
    if (!match) return;
    if (match.table) {
      showTable(match.table.index);
      grid.reveal(match.shown, match.table.columns.indexOf(match.column) + 1);
    } else { parts.show('tree'); tree.reveal(match.node, match.place, false); }
  });

  on('point', (detail) => {
    if (!detail) { hex.pointAt(null); tree.mark(-1); return; }
    if (detail.from === 'hex') { tree.mark(detail.node ?? -1); return; }
    const place = placeOf(detail);
    hex.pointAt(place, true);
    if (place) hex.say(meaning(place.space, place.offset));
  });
}

// Keys that work everywhere but in fields of text.
function prepareKeys(parts) {
  const help = byId('help');
  byId('keys').addEventListener('click', () => help.showModal());
  byId('help-close').addEventListener('click', () => help.close());
  const goTo = () => {
    const text = byId('go').value.trim();
    const offset = /^(0x)?[0-9a-f]+$/i.test(text) && (/^0x/i.test(text) || /[a-f]/i.test(text)) ? parseInt(text, 16) : Number(text);
    const isThere = text !== '' && offset >= 0 && offset < spaces[parts.hex.space].length;
    byId('go').toggleAttribute('aria-invalid', !isThere);
    if (isThere) parts.hex.choose(offset);
  };
  byId('go').addEventListener('keydown', (event) => { if (event.key === 'Enter') goTo(); });
  document.addEventListener('keydown', (event) => {
    const isField = event.target.matches?.('input, select, textarea');
    if (event.ctrlKey || event.metaKey || event.altKey || isField || help.open) return;
    const focus = { 1: ['tree', 'tree'], 2: ['tables', 'grid'], 3: ['graph', 'graph'] }[event.key];
    if (event.key === '/') byId('search').focus();
    else if (event.key === '?') help.showModal();
    else if (event.key === '4') { parts.side('bytes'); byId('hex').focus(); } else if (focus && !byId(`tab-${focus[0]}`).disabled) { parts.show(focus[0]); byId(focus[1]).focus(); } else return;
    event.preventDefault();
  });
}


