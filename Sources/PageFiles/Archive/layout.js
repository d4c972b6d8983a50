// Where vertices stand: in layers by their distance from the roots, or by forces (springs along edges, repulsion by a quadtree). The same graph
// always has the same picture.

// The distance of each vertex from the roots, and its first parent.
function layers(network) {
  const depth = new Int32Array(network.vertices.length).fill(-1);
  const parent = new Int32Array(network.vertices.length).fill(-1);
  const rows = [];
  const start = (vertex) => { if (depth[vertex] < 0) { depth[vertex] = 0; (rows[0] ??= []).push(vertex); queue.push(vertex); } };
  const queue = [];
  network.roots.forEach(start);
  for (let root = 0, next = 0; ; ) {
    for (; next < queue.length; next += 1) {
      for (const edge of network.vertices[queue[next]].out) {
        const { to } = network.edges[edge];
        if (depth[to] >= 0) continue;
        depth[to] = depth[queue[next]] + 1;
        parent[to] = queue[next];
        (rows[depth[to]] ??= []).push(to);
        queue.push(to);
      }
    }
    while (root < depth.length && depth[root] >= 0) root += 1;
    if (root === depth.length) break;
    start(root);
  }
  return { depth, parent, rows };
}

// Rows of vertices. Each row is ordered by the middle of its neighbours in the row before, and wide rows are broken.
function layeredPositions(network) {
  const { rows, depth } = layers(network);
  const x = new Float64Array(depth.length);
  const y = new Float64Array(depth.length);
  const place = new Float64Array(depth.length);
  const widest = Math.max(8, Math.ceil(Math.sqrt(depth.length) * 1.6));
  let top = 0;
  for (const row of rows) {
    const middle = (vertex) => {
      const near = network.vertices[vertex].into.map((edge) => network.edges[edge].from).filter((from) => depth[from] < depth[vertex]);
      return near.length ? near.reduce((sum, from) => sum + place[from], 0) / near.length : 0;
    };
    const wanted = new Map(row.map((vertex) => [vertex, middle(vertex)]));
    const ordered = row.slice().sort((a, b) => wanted.get(a) - wanted.get(b) || a - b);
    for (let start = 0; start < ordered.length; start += widest) {
      const line = ordered.slice(start, start + widest);
      line.forEach((vertex, index) => { place[vertex] = x[vertex] = (index - (line.length - 1) / 2) * 96; y[vertex] = top; });
      top += start + widest < ordered.length ? 40 : 90;
    }
  }
  return { x, y };
}

// The start of the forces: trees unfolded around their roots, each with an angle in proportion to its leaves.
function radialPositions(network) {
  const { depth, parent, rows } = layers(network);
  const size = depth.length;
  const leaves = new Float64Array(size);
  for (const row of rows.slice().reverse()) for (const vertex of row) { leaves[vertex] ||= 1; if (parent[vertex] >= 0) leaves[parent[vertex]] += leaves[vertex]; }
  const total = (rows[0] ?? []).reduce((sum, vertex) => sum + leaves[vertex], 0);
  const start = new Float64Array(size);
  const x = new Float64Array(size);
  const y = new Float64Array(size);
  const ring = Math.min(60, (30 * Math.sqrt(size) + 60) / rows.length);
  const isAlone = rows[0]?.length === 1;
  let next = 0;
  for (const row of rows) {
    for (const vertex of row) {
      const before = parent[vertex] >= 0 ? start[parent[vertex]] : next;
      const angle = (2 * Math.PI * (before + leaves[vertex] / 2)) / total;
      if (parent[vertex] >= 0) start[parent[vertex]] += leaves[vertex]; else next += leaves[vertex];
      start[vertex] = before;
      const radius = ring * (depth[vertex] + (isAlone ? 0 : 1)) + (vertex % 7);
      x[vertex] = radius * Math.cos(angle);
      y[vertex] = radius * Math.sin(angle);
    }
  }
  return { x, y };
}

class Forces {
  constructor(network) {
    this.network = network;
    const size = network.vertices.length;
    Object.assign(this, radialPositions(network));
    this.moveX = new Float64Array(size);
    this.moveY = new Float64Array(size);
    this.heat = 0.8;
    this.tree = new Quadtree(size);
  }

  get isDone() { return this.heat < 0.02; }

  step() {
    const { x, y, moveX, moveY, network } = this;
    const size = x.length;
    this.tree.build(x, y);
    for (let vertex = 0; vertex < size; vertex += 1) {
      this.tree.push(vertex, x, y, 50);
      moveX[vertex] = (moveX[vertex] + this.tree.forceX * this.heat) * 0.6 - x[vertex] * 0.02 * this.heat;
      moveY[vertex] = (moveY[vertex] + this.tree.forceY * this.heat) * 0.6 - y[vertex] * 0.02 * this.heat;
    }
    for (const { from, to } of network.edges) {
      if (from === to) continue;
      const dx = x[to] + moveX[to] - x[from] - moveX[from];
      const dy = y[to] + moveY[to] - y[from] - moveY[from];
      const distance = Math.hypot(dx, dy) || 0.01;
      const [few, many] = [network.vertices[from], network.vertices[to]].map((vertex) => vertex.out.length + vertex.into.length);
      const pull = (((distance - 30) / distance) * this.heat * 0.8) / Math.min(few, many);
      const share = few / (few + many);
      moveX[to] -= dx * pull * share;
      moveY[to] -= dy * pull * share;
      moveX[from] += dx * pull * (1 - share);
      moveY[from] += dy * pull * (1 - share);
    }
    for (let vertex = 0; vertex < size; vertex += 1) {
      const length = Math.hypot(moveX[vertex], moveY[vertex]);
      const limit = length > 60 ? 60 / length : 1;
      x[vertex] += moveX[vertex] * limit;
      y[vertex] += moveY[vertex] * limit;
    }
    this.heat *= 0.986;
  }
}

// Squares with the sum of what is in them (Barnes and Hut). Children are four numbers after each other; -1 is none.
class Quadtree {
  constructor(size) {
    this.capacity = Math.max(64, size * 4);
    this.allocate();
  }

  allocate() {
    this.child = new Int32Array(this.capacity * 4);
    this.mass = new Float64Array(this.capacity);
    this.sumX = new Float64Array(this.capacity);
    this.sumY = new Float64Array(this.capacity);
    this.point = new Int32Array(this.capacity);
    this.half = new Float64Array(this.capacity);
  }

  cell(half) {
    if (this.count === this.capacity) {
      const former = [this.child, this.mass, this.sumX, this.sumY, this.point, this.half];
      this.capacity *= 2;
      this.allocate();
      [this.child, this.mass, this.sumX, this.sumY, this.point, this.half].forEach((array, index) => array.set(former[index]));
    }
    const index = this.count;
    this.count += 1;
    this.child.fill(-1, index * 4, index * 4 + 4);
    this.mass[index] = this.sumX[index] = this.sumY[index] = 0;
    this.point[index] = -1;
    this.half[index] = half;
    return index;
  }

  build(x, y) {
    let most = 1;
    for (let index = 0; index < x.length; index += 1) most = Math.max(most, Math.abs(x[index]), Math.abs(y[index]));
    this.count = 0;
    this.cell(most * 1.01);
    for (let index = 0; index < x.length; index += 1) this.insert(index, x, y);
  }

  insert(point, x, y) {
    let cell = 0;
    let [centerX, centerY] = [0, 0];
    for (let depth = 0; ; depth += 1) {
      const isLeaf = this.point[cell] >= 0;
      const isEmpty = this.mass[cell] === 0;
      const former = this.point[cell];
      this.mass[cell] += 1;
      this.sumX[cell] += x[point];
      this.sumY[cell] += y[point];
      if (isEmpty) { this.point[cell] = point; return; }
      // Points at nearly one place stay in one cell.
      if (depth > 40) return;
      if (isLeaf) {
        this.point[cell] = -1;
        const other = this.childAt(cell, x[former] > centerX, y[former] > centerY);
        this.mass[other] = 1;
        this.sumX[other] = x[former];
        this.sumY[other] = y[former];
        this.point[other] = former;
      }
      const [isRight, isLow] = [x[point] > centerX, y[point] > centerY];
      const half = this.half[cell] / 2;
      cell = this.childAt(cell, isRight, isLow);
      centerX += isRight ? half : -half;
      centerY += isLow ? half : -half;
    }
  }

  childAt(cell, isRight, isLow) {
    const place = cell * 4 + (isRight ? 1 : 0) + (isLow ? 2 : 0);
    if (this.child[place] < 0) { const made = this.cell(this.half[cell] / 2); this.child[place] = made; }
    return this.child[place];
  }

  // The repulsion on a point: far squares act as one.
  push(point, x, y, strength) {
    this.forceX = this.forceY = 0;
    const open = [0];
    while (open.length) {
      const cell = open.pop();
      if (this.point[cell] === point && this.mass[cell] === 1) continue;
      const dx = x[point] - this.sumX[cell] / this.mass[cell];
      const dy = y[point] - this.sumY[cell] / this.mass[cell];
      const square = dx * dx + dy * dy;
      if (this.point[cell] >= 0 || this.half[cell] * this.half[cell] * 4 < square * 0.8) {
        const force = (strength * this.mass[cell]) / Math.max(square, 4);
        this.forceX += dx * force;
        this.forceY += dy * force;
        continue;
      }
      for (let child = cell * 4; child < cell * 4 + 4; child += 1) if (this.child[child] >= 0) open.push(this.child[child]);
    }
  }
}
