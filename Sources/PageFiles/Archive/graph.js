// The graph on a canvas: drag to move, wheel or two fingers to zoom, and the keyboard goes from vertex to vertex.

class GraphView {
  constructor(canvas, note, legend) {
    Object.assign(this, { canvas, note, legend, zoom: 1, left: 0, top: 0, chosen: -1, hovered: -1, pointers: new Map() });
    this.draw = nextFrame(() => this.drawNow());
    new ResizeObserver(() => { if (this.network && !this.wasMoved) this.fit(); this.draw(); }).observe(canvas);
    canvas.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    canvas.addEventListener('pointerdown', (event) => this.press(event));
    canvas.addEventListener('pointermove', (event) => this.move(event));
    for (const name of ['pointerup', 'pointercancel']) canvas.addEventListener(name, (event) => this.release(event));
    canvas.addEventListener('pointerleave', () => this.hover(-1));
    canvas.addEventListener('dblclick', () => this.open());
    canvas.addEventListener('keydown', (event) => this.key(event));
    on('theme', () => { this.colors = null; this.draw(); });
  }

  // Draws the graph with a number, with at most so many vertices, by 'forces' or 'layers'.
  async show(choice, most, arrangement) {
    const key = [choice, most, arrangement].join();
    if (this.key_ === key) return;
    this.key_ = key;
    this.note.textContent = 'The graph is being laid out …';
    await pause();
    const network = makeNetwork(choice, most);
    Object.assign(this, { network, chosen: -1, hovered: -1, wasMoved: false });
    const { length } = network.vertices;
    const isPart = network.total > length;
    const places = arrangement || (length <= 80 && network.edges.length <= length * 1.3 ? 'layers' : 'forces');
    const edges = count(network.edges.length, 'link');
    this.note.textContent = (isPart ? `${grouped(length)} of ${count(network.total, 'vertex', 'vertices')}, those nearest to the root, and ${edges} between them. The others are not drawn.`
      : `${count(length, 'vertex', 'vertices')}, ${edges}.`) + (length ? '' : ' There is nothing to draw.');
    this.showLegend();
    if (places === 'layers') {
      Object.assign(this, layeredPositions(network));
      this.fit();
    } else await this.settle(key);
    this.canvas.dataset.ready = key;
  }

  // Lets the forces act: a picture for each frame, or one at the end where motion is not wanted.
  async settle(key) {
    const forces = new Forces(this.network);
    const isStill = reducesMotion();
    Object.assign(this, { x: forces.x, y: forces.y });
    while (!forces.isDone && this.key_ === key) {
      const end = performance.now() + 14;
      do forces.step(); while (!forces.isDone && performance.now() < end);
      if (!isStill && !this.wasMoved) this.fit();
      if (!isStill) this.draw();
      await (isStill ? pause() : new Promise((resolve) => { setTimeout(resolve, 0); requestAnimationFrame(resolve); }));
    }
    if (this.key_ === key && !this.wasMoved) this.fit();
  }

  showLegend() {
    this.legend.replaceChildren(...this.network.groups.slice(0, 24).map((group, index) => {
      const mark = make('canvas', { width: 28, height: 28, 'aria-hidden': true });
      const context = mark.getContext('2d');
      context.translate(14, 14);
      this.shape(context, index, 9);
      return make('li', {}, mark, make('span', { text: ` ${group.name || 'object'} ` }), make('span', { class: 'note' }, grouped(group.count)));
    }));
    if (this.network.groups.length > 24) this.legend.append(make('li', { class: 'note' }, `and ${this.network.groups.length - 24} more`));
  }

  fit() {
    const { x, y, canvas } = this;
    if (!x?.length || !canvas.clientWidth) return;
    const [least, most] = [x, y].map((values) => values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity]))
      .reduce((a, b) => [[a[0], b[0]], [a[1], b[1]]]);
    const room = 40;
    this.zoom = Math.min(2, (canvas.clientWidth - 2 * room) / Math.max(1, most[0] - least[0]), (canvas.clientHeight - 2 * room) / Math.max(1, most[1] - least[1]));
    this.zoom = Math.max(this.zoom, 0.005);
    this.left = canvas.clientWidth / 2 - (this.zoom * (least[0] + most[0])) / 2;
    this.top = canvas.clientHeight / 2 - (this.zoom * (least[1] + most[1])) / 2;
    this.draw();
  }

  zoomBy(factor, atX = this.canvas.clientWidth / 2, atY = this.canvas.clientHeight / 2) {
    const zoom = Math.max(0.005, Math.min(12, this.zoom * factor));
    this.left = atX - ((atX - this.left) * zoom) / this.zoom;
    this.top = atY - ((atY - this.top) * zoom) / this.zoom;
    this.zoom = zoom;
    this.wasMoved = true;
    this.draw();
  }

  wheel(event) {
    event.preventDefault();
    this.zoomBy(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0016)), event.offsetX, event.offsetY);
  }

  press(event) {
    this.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, [event.offsetX, event.offsetY]);
    this.pressed = [event.offsetX, event.offsetY];
  }

  move(event) {
    const former = this.pointers.get(event.pointerId);
    if (!former) { this.hover(this.near(event.offsetX, event.offsetY)); return; }
    const others = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
    const now = [event.offsetX, event.offsetY];
    if (others.length) {
      const distance = (place) => Math.hypot(place[0] - others[0][0], place[1] - others[0][1]) || 1;
      this.zoomBy(distance(now) / distance(former), (now[0] + others[0][0]) / 2, (now[1] + others[0][1]) / 2);
    } else {
      this.left += now[0] - former[0];
      this.top += now[1] - former[1];
      this.wasMoved = true;
      this.draw();
    }
    this.pointers.set(event.pointerId, now);
  }

  release(event) {
    if (!this.pointers.delete(event.pointerId)) return;
    if (Math.hypot(event.offsetX - this.pressed[0], event.offsetY - this.pressed[1]) < 4) this.choose(this.near(event.offsetX, event.offsetY));
  }

  near(atX, atY) {
    if (!this.network) return -1;
    let best = -1;
    let nearest = Math.max(8, this.radius * this.zoom + 4) ** 2;
    for (let index = 0; index < this.x.length; index += 1) {
      const square = (this.x[index] * this.zoom + this.left - atX) ** 2 + (this.y[index] * this.zoom + this.top - atY) ** 2;
      if (square < nearest) { nearest = square; best = index; }
    }
    return best;
  }

  hover(index) {
    if (index === this.hovered) return;
    this.hovered = index;
    this.canvas.style.cursor = index < 0 ? '' : 'pointer';
    send('point', index < 0 ? null : this.detail(index));
    this.draw();
  }

  detail(index) {
    const { node, table, shown } = this.network.vertices[index];
    return node === undefined ? { from: 'graph', table, shown, column: null, vertex: index } : { from: 'graph', node, vertex: index };
  }

  choose(index) {
    this.chosen = index;
    this.draw();
    if (index < 0) return;
    const vertex = this.network.vertices[index];
    announce(`${vertex.title} ${vertex.label}, ${count(vertex.out.length, 'link')} from it, ${count(vertex.into.length, 'link')} to it`);
    send('select', this.detail(index));
  }

  // Shows the chosen vertex in its table or in the tree.
  open() { if (this.chosen >= 0) send('select', { ...this.detail(this.chosen), isOpened: true }); }

  // The vertex of a node or row, brought to the middle.
  reveal(id) {
    const index = this.network?.byId.get(id);
    if (index === undefined) return;
    this.center(index);
    this.choose(index);
  }

  center(index) {
    const [x, y] = [this.x[index] * this.zoom + this.left, this.y[index] * this.zoom + this.top];
    const { clientWidth, clientHeight } = this.canvas;
    if (x > 30 && y > 30 && x < clientWidth - 30 && y < clientHeight - 30) return;
    this.left += clientWidth / 2 - x;
    this.top += clientHeight / 2 - y;
    this.wasMoved = true;
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.network) return;
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key in arrows && event.shiftKey) {
      this.left -= arrows[event.key][0] * 60;
      this.top -= arrows[event.key][1] * 60;
      this.wasMoved = true;
      this.draw();
    } else if (event.key in arrows) this.step(...arrows[event.key]);
    else if (event.key === '+' || event.key === '=') this.zoomBy(1.3);
    else if (event.key === '-') this.zoomBy(1 / 1.3);
    else if (event.key === '0') { this.wasMoved = false; this.fit(); }
    else if (event.key === 'n' || event.key === 'p') this.along(event.key === 'n' ? 1 : -1);
    else if (event.key === 'Enter' || event.key === ' ') this.open();
    else return;
    event.preventDefault();
  }

  // The nearest vertex in a direction.
  step(dx, dy) {
    if (this.chosen < 0) { this.center(0); this.choose(0); return; }
    let best = -1;
    let nearest = Infinity;
    for (let index = 0; index < this.x.length; index += 1) {
      const [x, y] = [this.x[index] - this.x[this.chosen], this.y[index] - this.y[this.chosen]];
      const forward = x * dx + y * dy;
      const aside = Math.abs(x * dy) + Math.abs(y * dx);
      if (index === this.chosen || forward <= 0 || aside > forward * 2) continue;
      const cost = forward + aside * 2;
      if (cost < nearest) { nearest = cost; best = index; }
    }
    if (best >= 0) { this.center(best); this.choose(best); }
  }

  // Follows the first link from the chosen vertex, or goes back along the first link to it.
  along(direction) {
    const vertex = this.network.vertices[Math.max(0, this.chosen)];
    const edge = this.network.edges[(direction > 0 ? vertex.out : vertex.into)[0]];
    if (!edge) { announce('No link leads further.'); return; }
    const next = direction > 0 ? edge.to : edge.from;
    this.center(next);
    this.choose(next);
  }

  get radius() { return 6; }
}
