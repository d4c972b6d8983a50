// What the graph view draws: vertices and edges, made of objects or of the rows of a graph's tables. The nearest to the roots come first, up to `most`.

class Network {
  constructor(name) {
    Object.assign(this, { name, vertices: [], edges: [], groups: [], total: 0, byId: new Map() });
  }

  // The number of a vertex; a new one is made by `describe` as long as there is room, or -1.
  vertex(id, most, describe) {
    const known = this.byId.get(id);
    if (known !== undefined) return known;
    if (this.vertices.length >= most) return -1;
    const vertex = { id, out: [], into: [], ...describe() };
    let group = this.groups.findIndex((each) => each.name === vertex.group);
    if (group < 0) group = this.groups.push({ name: vertex.group, count: 0 }) - 1;
    this.groups[group].count += 1;
    vertex.group = group;
    this.byId.set(id, this.vertices.length);
    return this.vertices.push(vertex) - 1;
  }

  edge(from, to, label) {
    if (from < 0 || to < 0) { this.hasMore = true; return; }
    const edge = this.edges.push({ from, to, label }) - 1;
    this.vertices[from].out.push(edge);
    this.vertices[to].into.push(edge);
  }
}

const isCollection = (node) => nodeType(node) === 'array' || nodeType(node) === 'map';
const hasIdentity = (node) => nodeType(node) === 'object' && nodeUID(node) > 0;

// The objects behind a node, through collections and values without identity: [node, key path].
function* objectsBehind(node) {
  const seen = new Set();
  const open = [];
  const push = (parent, prefix) => {
    if (seen.has(parent) || seen.size > 2000) return;
    seen.add(parent);
    for (let position = childCount(parent) - 1; position >= 0; position -= 1) {
      open.push([childAt(parent, position), (prefix + pathStep(parent, position)).replace(/^\./, '')]);
    }
  };
  push(node, '');
  while (open.length) {
    const [child, path] = open.pop();
    if (hasIdentity(child)) yield [child, path];
    else if (nodeHasChildren(child) && nodeType(child) !== 'table' && nodeType(child) !== 'graph') push(child, path);
  }
}

function objectNetwork(most) {
  const network = new Network('Objects');
  network.total = nodes.reduce((sum, _, node) => sum + (hasIdentity(node) ? 1 : 0), 0);
  const describe = (node) => () => ({ node, group: nodeClass(node), label: nodeTitle(node)?.replace(/^[^:]*: /, '') ?? nodeClass(node), title: `${nodeClass(node)} ${nodeNumeral(node)}` });
  for (const [node] of objectsBehind(0)) network.vertex(node, most, describe(node));
  network.roots = network.vertices.map((_, index) => index);
  for (let next = 0; next < network.vertices.length; next += 1) {
    for (const [node, path] of objectsBehind(network.vertices[next].node)) network.edge(next, network.vertex(node, most, describe(node)), path);
  }
  return network;
}

let graphs = [];

// A row's title: the first text, its own or one that it leads to, or its first number.
function rowTitle(table, shown) {
  for (const column of table.columns) {
    if (column.isText && column.isPresent(shown)) return column.text(shown);
    const target = column.links?.length && !column.isArray ? column.linked(shown) : null;
    if (target && target.row >= 0 && tables[target.table].name.endsWith('#text')) return tables[target.table].columns[0].text(target.row);
  }
  const number = table.columns.find((column) => !column.links.length && column.isPresent(shown));
  return number ? number.text(shown) : '';
}

function tableNetwork(graph, most) {
  const network = new Network(graph.name);
  const own = graph.tables.map((index) => tables[index]).filter((table) => !/(^|\.)#[^.]*$/.test(table.name));
  network.total = own.reduce((sum, table) => sum + table.rows, 0);
  const vertex = (table, shown) => network.vertex(`${table.index}:${shown}`, most, () => ({
    table, shown, group: shortName(table.name), label: rowTitle(table, shown), title: table.rowName(shown),
  }));
  for (const [index, number] of graph.roots) if (number) { const row = tables[index].shownRow(number - 1); if (row >= 0) vertex(tables[index], row); }
  network.roots = network.vertices.map((_, index) => index);
  let next = 0;
  const walk = () => {
    for (; next < network.vertices.length; next += 1) {
      const { table, shown } = network.vertices[next];
      for (const column of table.columns) {
        if (!column.links.length || !own.includes(tables[column.links[0]]) || !column.isPresent(shown)) continue;
        const elements = column.isArray ? Math.min(64, column.elementCount(shown)) : 1;
        for (let element = 0; element < elements; element += 1) {
          const target = column.linked(shown, element);
          if (!target) continue;
          if (target.row < 0) { network.hasMore = true; continue; }
          network.edge(next, vertex(tables[target.table], target.row), column.name + (elements > 1 ? `[${element}]` : ''));
        }
      }
    }
  };
  walk();
  // Rows that nothing leads to, such as those with former owners.
  for (const table of own) {
    for (let row = 0; row < table.shown && network.vertices.length < most; row += 1) { vertex(table, row); walk(); }
  }
  return network;
}

const networkNames = () => [...(nodes.some((_, node) => hasIdentity(node)) ? ['Objects'] : []), ...graphs.map((graph) => graph.name || 'graph')];
function makeNetwork(choice, most) {
  const hasObjects = nodes.some((_, node) => hasIdentity(node));
  return hasObjects && choice === 0 ? objectNetwork(most) : tableNetwork(graphs[choice - (hasObjects ? 1 : 0)], most);
}
