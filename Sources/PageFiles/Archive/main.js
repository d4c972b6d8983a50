// Reads the page's document, makes the parts, and passes on what is chosen in one to the others.

let pageDocument = null;

function start() {
  pageDocument = JSON.parse(byId('document').textContent);
  byId('document').remove();
  ({ nodes, keys, lists } = pageDocument);
  graphs = pageDocument.graphs ?? [];
  spaces = readSpaces(pageDocument.spaces);
  findParents();
  readTables(pageDocument.tables);
  findRegions();
  document.body.append(make('span', { id: 'probe', hidden: true }));
  const parts = {
    tree: new Tree(byId('tree')), grid: new Grid(byId('grid')), graph: new GraphView(byId('graph'), byId('graph-note'), byId('legend')),
    details: new Details(byId('details')), hex: new Hex(byId('hex'), byId('readout'), new ByteMap(byId('bytemap'))), search: new Search(byId('search'), byId('found')),
  };
  parts.hex.map.hex = parts.hex;
  showFile();
  prepareTheme();
  prepareTabs(parts);
  prepareTables(parts);
  prepareGraph(parts);
  connect(parts);
  prepareKeys(parts);
  parts.tree.start();
  parts.hex.show(0, true);
  parts.details.node(0, parts.tree.rows[0]);
  if (rootIsTable()) parts.show('tables');
  document.documentElement.dataset.ready = 'true';
}

// Whether the archive is one table: its root is an array of records, or a list of dictionaries.
function rootIsTable() {
  const root = childCount(0) === 1 && keyAt(0, 0) === 'root' ? childAt(0, 0) : 0;
  if (tables.some((table) => table.kind === 'list' && table.list === root)) return true;
  return nodeType(root) === 'object' && nodeClass(root).endsWith('[]') && childCount(root) === 1 && nodeType(childAt(root, 0)) === 'table';
}

function showFile() {
  const { file, left } = pageDocument;
  write(byId('file-name'), file.name, 120);
  byId('file-facts').textContent = `${size(file.size)} · ${file.kind}`;
  if (!left.length) return;
  byId('left').hidden = false;
  byId('left-list').append(...left.map((text) => make('li', { text })));
}

function prepareTheme() {
  const button = byId('theme');
  const names = ['auto', 'light', 'dark'];
  let theme = 'auto';
  // A page that is opened from a file may have no storage.
  try { theme = localStorage.getItem('archivegen-theme') ?? 'auto'; } catch { /* the choice lasts as long as the page */ }
  const set = (name) => {
    theme = names.includes(name) ? name : 'auto';
    document.documentElement.dataset.theme = theme;
    button.textContent = `◐ ${theme}`;
    button.setAttribute('aria-label', `Theme: ${theme}`);
    try { localStorage.setItem('archivegen-theme', theme); } catch { /* as above */ }
    send('theme');
  };
  button.addEventListener('click', () => set(names[(names.indexOf(theme) + 1) % names.length]));
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => send('theme'));
  set(theme);
}

// Tabs as ARIA describes them: one is in the order of focus, arrows lead to the others.
function prepareTabs(parts) {
  const tabs = [...document.querySelectorAll('[role=tab]')];
  byId('tab-tables').disabled = !tables.length;
  byId('tab-graph').disabled = !networkNames().length;
  parts.show = (name) => {
    const isChanged = document.body.dataset.view !== name;
    document.body.dataset.view = name;
    for (const tab of tabs) {
      const isChosen = tab.id === `tab-${name}`;
      tab.setAttribute('aria-selected', isChosen);
      tab.tabIndex = isChosen ? 0 : -1;
      byId(tab.getAttribute('aria-controls')).hidden = !isChosen;
    }
    if (isChanged) send('view', name);
  };
  for (const tab of tabs) {
    tab.addEventListener('click', () => parts.show(tab.id.slice(4)));
    tab.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const open = tabs.filter((each) => !each.disabled);
      const next = open[(open.indexOf(tab) + step + open.length) % open.length];
      parts.show(next.id.slice(4));
      next.focus();
    });
  }
  parts.show('tree');
  // On small screens pressing the button again hides what is beside the contents.
  for (const name of ['details', 'bytes']) byId(`side-${name}`).addEventListener('click', () => parts.side(document.body.dataset.side === name ? 'none' : name));
  parts.side = (name) => {
    document.body.dataset.side = name;
    for (const each of ['details', 'bytes']) byId(`side-${each}`).setAttribute('aria-pressed', each === name);
  };
  parts.side('details');
}

function prepareTables({ grid, details }) {
  const select = byId('table');
  const option = (table) => make('option', { value: table.index }, `${plain(table.name) || '(root)'}${table.node >= 0 && nodeList(table.node) ? ` {${nodeList(table.node)}}` : ''} — ${count(table.rows, 'row')}`);
  const kinds = { records: 'Records', graph: 'Graphs', list: 'Lists of dictionaries', numbers: 'Numbers', objects: 'Objects by class' };
  for (const [kind, title] of Object.entries(kinds)) {
    // Small arrays of numbers are in the tree; their tables are added when they are opened.
    const some = tables.filter((table) => table.kind === kind && (kind !== 'numbers' || table.rows > 16)).slice(0, 500);
    if (some.length) select.append(make('optgroup', { label: title }, ...some.map((table) => option(table))));
  }
  const largest = tables.reduce((best, table) => (!best || (table.kind !== 'objects' && best.kind === 'objects') || (table.kind === best.kind && table.shown > best.shown) ? table : best), null);
  if (largest) select.value = String(largest.index);
  select.addEventListener('change', () => grid.show(tables[Number(select.value)]));
  on('view', (name) => { if (name === 'tables' && tables.length) grid.show(tables[Number(select.value)]); });
  on('rows', ({ table, state }) => {
    select.value = String(table.index);
    if (select.selectedIndex < 0) { select.append(option(table)); select.value = String(table.index); }
    const filtered = state.rows.length < table.shown ? `${grouped(state.rows.length)} of ` : '';
    const sampled = table.isSampled ? `. The archive has ${count(table.rows, 'row')}; this page has samples of them` : '';
    byId('rows').textContent = `${filtered}${count(table.shown, 'row')}${sampled}.`;
    byId('clear').hidden = !state.filters.size && !state.order;
  });
  byId('clear').addEventListener('click', () => { grid.state.filters.clear(); grid.state.order = null; grid.find(); });
  on('sort', ({ column, isDescending }) => { send('follow', { table: column.table.index, keep: true }); grid.sort(column, isDescending); });
  on('filter', async ({ column, text }) => {
    send('follow', { table: column.table.index, keep: true });
    const test = parseFilter(text, column);
    grid.state.filters.set(column, typeof test === 'string' ? { text, error: test } : { text, test });
    await grid.find();
  });
  on('reading', () => { if (grid.table) { grid.measure(); grid.update(); } });
  on('select', (detail) => { if (detail.from === 'grid') details.cell(detail, grid.state.rows); });
}

function prepareGraph({ graph }) {
  const choice = byId('network');
  networkNames().forEach((name, index) => choice.append(make('option', { value: index }, plain(name))));
  // A graph of records is what its archive is about.
  if (graphs.length) choice.value = String(networkNames().length - graphs.length);
  const show = () => graph.show(Number(choice.value), Number(byId('most').value), byId('arrangement').value);
  for (const id of ['network', 'most', 'arrangement']) byId(id).addEventListener('change', show);
  on('view', (name) => { if (name === 'graph') show(); });
  byId('zoom-in').addEventListener('click', () => graph.zoomBy(1.4));
  byId('zoom-out').addEventListener('click', () => graph.zoomBy(1 / 1.4));
  byId('zoom-all').addEventListener('click', () => { graph.wasMoved = false; graph.fit(); });
}

start();
