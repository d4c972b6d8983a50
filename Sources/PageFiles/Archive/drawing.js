// How the graph is drawn: links first, then vertices by group, then as many texts as have room.

// Colours for groups, distinguishable by the colour-blind (Okabe and Ito); each group has one of four shapes too. With the ninth group the colours
// begin again with the next shape, so that 32 groups look different.
const groupColors = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#b0a000', '#7f7f7f'];

GraphView.prototype.shape = function shape(context, group, radius) {
  context.fillStyle = groupColors[group % groupColors.length];
  context.beginPath();
  const kind = (group + Math.floor(group / groupColors.length)) % 4;
  if (kind === 0) context.arc(0, 0, radius, 0, 7);
  else if (kind === 1) context.rect(-radius * 0.9, -radius * 0.9, radius * 1.8, radius * 1.8);
  else if (kind === 2) { context.moveTo(0, -radius * 1.2); context.lineTo(radius * 1.1, radius * 0.8); context.lineTo(-radius * 1.1, radius * 0.8); }
  else { context.moveTo(0, -radius * 1.25); context.lineTo(radius * 1.25, 0); context.lineTo(0, radius * 1.25); context.lineTo(-radius * 1.25, 0); }
  context.closePath();
  context.fill();
};

GraphView.prototype.drawNow = function drawNow() {
  const { canvas, network } = this;
  const scale = devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  if (!width || !network || !this.x) return;
  if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
  }
  this.colors ??= { link: color('--link-line'), strong: color('--selected'), text: color('--text'), ground: color('--ground') };
  const context = canvas.getContext('2d');
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  const at = (index) => [this.x[index] * this.zoom + this.left, this.y[index] * this.zoom + this.top];
  const radius = Math.max(1.5, Math.min(9, this.radius * this.zoom ** 0.7));
  const marked = this.hovered >= 0 ? this.hovered : this.chosen;
  this.drawLinks(context, at, radius, marked, width, height);
  const seen = [];
  for (let index = 0; index < this.x.length; index += 1) {
    const [x, y] = at(index);
    if (x < -20 || y < -20 || x > width + 20 || y > height + 20) continue;
    seen.push(index);
    context.setTransform(scale, 0, 0, scale, x * scale, y * scale);
    this.shape(context, network.vertices[index].group, index === marked ? radius * 1.4 : radius);
    if (index === this.chosen || index === marked) {
      context.lineWidth = 2.5;
      context.strokeStyle = this.colors.strong;
      context.beginPath();
      context.arc(0, 0, radius * 1.4 + 4, 0, 7);
      context.stroke();
    }
  }
  context.setTransform(scale, 0, 0, scale, 0, 0);
  this.drawTexts(context, at, radius, marked, seen);
};

GraphView.prototype.drawLinks = function drawLinks(context, at, radius, marked, width, height) {
  const { network } = this;
  const hasHeads = this.zoom > 0.35;
  const line = (edge) => {
    const [x1, y1] = at(edge.from);
    const [x2, y2] = at(edge.to);
    if (Math.max(x1, x2) < 0 || Math.max(y1, y2) < 0 || Math.min(x1, x2) > width || Math.min(y1, y2) > height) return;
    if (edge.from === edge.to) { context.moveTo(x1 + radius * 1.8, y1 - radius * 1.4); context.arc(x1, y1 - radius * 1.4, radius * 1.8, 0, 6.28); return; }
    context.moveTo(x1, y1);
    context.lineTo(x2, y2);
    if (!hasHeads) return;
    const angle = Math.atan2(y2 - y1, x2 - x1);
    const [x, y] = [x2 - Math.cos(angle) * (radius + 1), y2 - Math.sin(angle) * (radius + 1)];
    for (const side of [-0.4, 0.4]) {
      context.moveTo(x, y);
      context.lineTo(x - Math.cos(angle + side) * 7, y - Math.sin(angle + side) * 7);
    }
  };
  context.lineWidth = this.zoom < 0.3 ? 0.6 : 1;
  context.strokeStyle = this.colors.link;
  context.beginPath();
  for (const edge of network.edges) line(edge);
  context.stroke();
  if (marked < 0) return;
  context.lineWidth = 2;
  context.strokeStyle = this.colors.strong;
  context.beginPath();
  for (const edge of [...network.vertices[marked].out, ...network.vertices[marked].into]) line(network.edges[edge]);
  context.stroke();
};

// What a vertex is called in the picture: its class and what distinguishes it.
GraphView.prototype.labelOf = function labelOf(index) {
  const { label, title, group } = this.network.vertices[index];
  const name = this.network.groups[group].name;
  return label && label !== name ? (label.startsWith(name) ? label : `${name}: ${label}`) : title;
};

// Texts beside vertices, and on the links of the one that is marked, as long as they do not cover each other.
GraphView.prototype.drawTexts = function drawTexts(context, at, radius, marked, seen) {
  const { network } = this;
  const taken = [];
  // Where vertices are, by squares of the screen: no text covers one.
  const cells = new Map();
  const side = 40;
  const cell = (x, y) => `${Math.floor(x / side)},${Math.floor(y / side)}`;
  for (const index of seen) {
    const place = at(index);
    const key = cell(...place);
    if (!cells.has(key)) cells.set(key, []);
    cells.get(key).push([index, ...place]);
  }
  const covers = (box, own) => {
    for (let x = box[0] - radius; x <= box[2] + radius + side; x += side) {
      for (let y = box[1] - radius; y <= box[3] + radius + side; y += side) {
        const isCovered = (cells.get(cell(x, y)) ?? []).some(([index, left, top]) => index !== own && left + radius > box[0] && left - radius < box[2] && top + radius > box[1] && top - radius < box[3]);
        if (isCovered) return true;
      }
    }
    return false;
  };
  const put = (text, beside, y, isForced, own = -1) => {
    const shown = plain(text, 40);
    const { width } = context.measureText(shown);
    // At the right edge the text stands at the left of its vertex.
    const x = beside + width > this.canvas.clientWidth && own >= 0 ? Math.max(2, beside - width - 2 * (radius + 4)) : beside;
    const box = [x, y - 7, x + width, y + 7];
    if (!isForced && (taken.some((other) => box[0] < other[2] && box[2] > other[0] && box[1] < other[3] && box[3] > other[1]) || covers(box, own))) return;
    taken.push(box);
    context.strokeText(shown, x, y);
    context.fillText(shown, x, y);
  };
  context.font = '12px system-ui, sans-serif';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  context.lineWidth = 4;
  context.strokeStyle = this.colors.ground;
  context.fillStyle = this.colors.text;
  if (marked >= 0) {
    const [x, y] = at(marked);
    const vertex = network.vertices[marked];
    put(vertex.label && vertex.label !== vertex.title ? `${vertex.title}  ${vertex.label}` : vertex.title, x + radius * 1.4 + 6, y, true);
    const around = [...vertex.out, ...vertex.into].slice(0, 24);
    for (const edge of around) {
      const { from, to, label } = network.edges[edge];
      const [[x1, y1], [x2, y2]] = [at(from), at(to)];
      if (Math.hypot(x2 - x1, y2 - y1) > 60) put(label, (x1 + x2) / 2 - context.measureText(plain(label, 32)).width / 2, (y1 + y2) / 2, false);
      const other = from === marked ? to : from;
      put(this.labelOf(other), at(other)[0] + radius + 4, at(other)[1], false, other);
    }
  }
  if (seen.length > 900 && this.zoom < 1) return;
  for (const index of seen) {
    if (taken.length > 160) break;
    if (index === marked) continue;
    const [x, y] = at(index);
    put(this.labelOf(index), x + radius + 4, y, false, index);
  }
};
