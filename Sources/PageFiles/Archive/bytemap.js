// The whole file as a strip: each line of pixels is coloured as the bytes there, and leads to them.

class ByteMap {
  constructor(canvas) {
    this.canvas = canvas;
    this.draw = nextFrame(() => this.drawNow());
    canvas.addEventListener('click', (event) => this.jump(event));
    canvas.addEventListener('mousemove', (event) => { if (event.buttons === 1) this.jump(event); });
    new ResizeObserver(this.draw).observe(canvas);
    on('theme', () => { this.strip = null; this.draw(); });
  }

  jump(event) {
    const offset = Math.floor((event.offsetX / this.canvas.clientWidth) * spaces[this.hex.space].length);
    this.hex.choose(Math.max(0, Math.min(spaces[this.hex.space].length - 1, offset)));
  }

  drawNow() {
    const { hex, canvas } = this;
    if (!hex?.blocks || !canvas.clientWidth) return;
    const width = canvas.clientWidth;
    const height = canvas.clientHeight;
    const scale = devicePixelRatio || 1;
    const { length } = spaces[hex.space];
    canvas.width = width * scale;
    canvas.height = height * scale;
    const context = canvas.getContext('2d');
    context.scale(scale, scale);
    const key = `${hex.space} ${width}`;
    if (this.strip?.key !== key) this.strip = { key, colors: this.colors(width, length) };
    this.strip.colors.forEach((color, x) => { context.fillStyle = color; context.fillRect(x, 4, 1, height - 8); });
    const at = (offset) => (offset / Math.max(1, length)) * width;
    const [top, bottom] = hex.offsetsOnScreen();
    context.strokeStyle = color('--text');
    context.strokeRect(at(top) + 0.5, 2.5, Math.max(3, at(bottom) - at(top)), height - 5);
    if (hex.selected?.space === hex.space) {
      const [x, wide] = [at(hex.selected.offset) - 1, Math.max(3, at(hex.selected.length))];
      context.fillStyle = color('--selected');
      context.fillRect(x, 0, wide, 4);
      context.fillRect(x, height - 4, wide, 4);
    }
  }

  colors(width, length) {
    const names = { text: '--kind-text', number: '--kind-number', data: '--kind-data', column: '--kind-column', structure: '--kind-structure', unused: '--kind-unused', absent: '--line' };
    const found = {};
    return Array.from({ length: Math.ceil(width) }, (_, x) => {
      const offset = Math.floor(((x + 0.5) / width) * length);
      const kind = spaces[this.hex.space].has(offset, 1) ? regions[this.hex.space].at(offset)?.kind ?? 'unused' : 'absent';
      found[kind] ??= color(names[kind]);
      return found[kind];
    });
  }
}

// The value of one of the page's colours in the present theme.
function color(name) {
  const probe = byId('probe');
  probe.style.color = `var(${name})`;
  return getComputedStyle(probe).color;
}
