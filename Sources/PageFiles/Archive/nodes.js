// The values of the archive: a table of nodes. A node may be reached in several ways, and objects may lead to each other; so the tree is made
// as it is opened. A node of the document is [type, offset, length, value, uid, children, total, class, list]; PageNode.swift says what belongs to a
// type. Data that is a property list has one child, the list's value.

let nodes = [];
let keys = [];
let spaces = [];
// The property lists: that of the file, and those within data.
let lists = [];
// The first way to each node: its parent, and its place there.
let parents = new Int32Array(0);
let positions = new Int32Array(0);

const nodeType = (node) => nodes[node][0];
const nodeList = (node) => nodes[node][8] ?? 0;
const nodeSpace = (node) => lists[nodeList(node)].space;
const nodePlace = (node) => (nodes[node][2] > 0 ? { space: nodeSpace(node), offset: nodes[node][1], length: nodes[node][2] } : null);
const nodeClass = (node) => nodes[node][7] ?? '';
const nodeUID = (node) => (nodeType(node) === 'column' ? -1 : nodes[node][4] ?? -1);
// Each list counts its objects from 0: #4, and #4{2} in the list 2.
const nodeNumeral = (node) => `#${nodeUID(node)}${nodeList(node) ? `{${nodeList(node)}}` : ''}`;
// An object's children are under keys, those of a map too; an array's have indices. Both are flat lists.
const nodeChildren = (node) => nodes[node][5] ?? [];
const keyedTypes = new Set(['object', 'map', 'table', 'graph']);
const isKeyed = (node) => keyedTypes.has(nodeType(node));
const nodeHasChildren = (node) => nodeChildren(node).length > 0;
const childCount = (node) => (isKeyed(node) ? nodeChildren(node).length / 2 : nodeChildren(node).length);
const childAt = (node, position) => (isKeyed(node) ? nodeChildren(node)[position * 2 + 1] : nodeChildren(node)[position]);
const keyAt = (node, position) => (isKeyed(node) ? keys[nodeChildren(node)[position * 2]] : String(position));
const isList = (node) => nodeType(node) === 'data' && nodeHasChildren(node);
// The step of a key path to a child: name, [4], or {} into the list that data is. Names follow a point, which the first one loses.
const pathStep = (parent, position) => (isKeyed(parent) ? `.${keyAt(parent, position)}` : isList(parent) ? '{}' : `[${position}]`);
// How many children the archive has; the page may have fewer.
const nodeTotal = (node) => (nodeType(node) === 'data' ? childCount(node) : nodes[node][6] ?? childCount(node));

function* nodeEntries(node) {
  for (let position = 0; position < childCount(node); position += 1) yield [keyAt(node, position), childAt(node, position)];
}

function nodeNumber(node) {
  const [type, , , value] = nodes[node];
  if (type === 'int') return typeof value === 'string' ? BigInt(value) : value;
  if (type === 'real') return Number(value);
  if (type === 'date') return value + unix2001;
  return type === 'bool' ? Number(value) : undefined;
}

// A node in a few words.
function nodeSummary(node) {
  const [type, offset, , value, more, , total] = nodes[node];
  switch (type) {
    case 'null': return 'null';
    case 'bool': return value ? 'true' : 'false';
    case 'int': case 'real': return String(value);
    case 'date': return moment(value + unix2001);
    case 'text': return value;
    case 'data': {
      const start = spaces[nodeSpace(node)].slice(total ?? offset, Math.min(value, 16));
      return count(value, 'byte') + (start?.length ? `: ${Array.from(start, (byte) => hexadecimal(byte)).join(' ')}${value > 16 ? ' …' : ''}` : '');
    }
    case 'uid': return `UID ${value}`;
    case 'value': case 'error': return value;
    case 'table': return tableSummary(tables[value]);
    case 'graph': return count(graphs[value].tables.reduce((sum, index) => sum + tables[index].rows, 0), 'row');
    case 'column': return columnSummary(tables[value]?.columns[more]);
    case 'array': return count(nodeTotal(node), 'element');
    case 'map': return count(nodeTotal(node), 'entry', 'entries');
    case 'object': return nodeTitle(node) ?? '';
    default: return '';
  }
}

// Numbers are shown if they are few.
function tableSummary(table) {
  const [column] = table.columns;
  if (table.kind !== 'numbers' || table.rows > 64 || !column) return count(table.rows, 'row');
  const values = Array.from({ length: Math.min(12, table.shown) }, (_, row) => column.text(row));
  return `[${values.join(', ')}${table.rows > values.length ? ', …' : ''}]`;
}

const columnSummary = (column) => (column ? `${column.typeText}, ${count(column.table.rows, 'row')}` : '');

// What distinguishes an object at a glance: its first text or number.
function nodeTitle(node) {
  for (let position = 0; position < Math.min(childCount(node), 8); position += 1) {
    const child = childAt(node, position);
    if (nodeType(child) === 'text' || nodeType(child) === 'int' || nodeType(child) === 'value') return `${keyAt(node, position)}: ${nodeSummary(child)}`;
  }
  return undefined;
}

function* objectsByClass() {
  const classes = new Map();
  nodes.forEach((node, index) => {
    if (!hasIdentity(index)) return;
    const name = nodeClass(index);
    if (!classes.has(name)) classes.set(name, []);
    classes.get(name).push(index);
  });
  yield* classes;
}

// The first way from the root to every node, breadth first.
function findParents() {
  parents = new Int32Array(nodes.length).fill(-1);
  positions = new Int32Array(nodes.length).fill(-1);
  const queue = new Int32Array(nodes.length);
  let end = nodes.length ? 1 : 0;
  const seen = new Uint8Array(nodes.length);
  if (end) seen[0] = 1;
  for (let next = 0; next < end; next += 1) {
    const node = queue[next];
    for (let position = 0; position < childCount(node); position += 1) {
      const child = childAt(node, position);
      if (seen[child]) continue;
      seen[child] = 1;
      parents[child] = node;
      positions[child] = position;
      queue[end] = child;
      end += 1;
    }
  }
}

// The places of a node from the root: [node, position in its parent] from the outermost on.
function wayTo(node) {
  const way = [];
  for (let next = node; next > 0 && parents[next] >= 0; next = parents[next]) way.push([next, positions[next]]);
  return way.reverse();
}

function pathText(node) {
  const path = wayTo(node).map(([next, position]) => pathStep(parents[next], position)).join('').replace(/^\./, '');
  return path || 'the archive';
}

// Where else a node is referred to: the other places, as [parent, position].
function otherPlaces(node, most = 20) {
  const found = [];
  for (let parent = 0; parent < nodes.length && found.length < most; parent += 1) {
    for (let position = 0; position < childCount(parent); position += 1) {
      if (childAt(parent, position) === node && !(parents[node] === parent && positions[node] === position)) found.push([parent, position]);
    }
  }
  return found.slice(0, most);
}
