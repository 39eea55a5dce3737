// The picture of a tour, drawn by WebGL 2. The positions of the cities are on the card once; a new tour replaces the indices alone.

const vertexShader = `#version 300 es
in vec2 city;
uniform vec2 scale, shift;
uniform float size;
void main() {
  gl_Position = vec4(city * scale + shift, 0.0, 1.0);
  gl_PointSize = size;
}`;

const fragmentShader = `#version 300 es
precision mediump float;
uniform vec4 color;
uniform bool dots;
out vec4 result;
void main() {
  if (dots && distance(gl_PointCoord, vec2(0.5)) > 0.5) discard;
  result = color;
}`;

// While the picture moves, a large tour is drawn with every k-th city, so that about this many are left.
const movingCities = 100000;
// The full tour is drawn when the picture has been at rest for so long, in milliseconds.
const restTime = 150;
// Labels are drawn while the picture moves if there are at most so many.
const movingLabels = 1000;
// Cities are drawn as dots if there are at most so many in the picture.
const mostDots = 20000;
const zoomStep = 1.25, moveStep = 0.1, mostZoom = 1e5, margin = 0.04;
// The longer side of the cities in the picture of the land.
const landSide = 2000;

export class TourView {
  // labels draws the stops over the picture; land is the picture below it.
  constructor(canvas, labels, land) {
    this.canvas = canvas;
    this.labels = labels;
    this.land = land;
    this.gl = canvas.getContext("webgl2", { antialias: true, preserveDrawingBuffer: false });
    this.count = 0;
    this.tour = null;
    this.open = false;
    this.zoom = 1;
    this.center = [0.5, 0.5];
    this.box = [1, 1];
    this.pointers = new Map();
    if (!this.gl) return;
    this.prepare();
    this.listen();
  }

  // prepare makes what the card needs. It is called again when the card was lost.
  prepare() {
    const gl = this.gl, program = gl.createProgram();
    for (const [kind, text] of [[gl.VERTEX_SHADER, vertexShader], [gl.FRAGMENT_SHADER, fragmentShader]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.bindAttribLocation(program, 0, "city");
    gl.linkProgram(program);
    gl.useProgram(program);
    this.at = Object.fromEntries(["scale", "shift", "size", "color", "dots"].map((name) => [name, gl.getUniformLocation(program, name)]));
    this.positions = gl.createBuffer();
    this.indices = gl.createBuffer();
    this.coarse = gl.createBuffer();
    gl.enableVertexAttribArray(0);
  }

  // setCities takes x and y of each city, with the larger side from 0 to 1.
  setCities(positions) {
    this.cities = positions;
    this.count = positions.length / 2;
    this.tour = null;
    let width = 0, height = 0;
    for (let i = 0; i < positions.length; i += 2) {
      width = Math.max(width, positions[i]);
      height = Math.max(height, positions[i + 1]);
    }
    this.box = [width, height];
    this.land.replaceChildren();
    this.upload();
    this.showAll();
  }

  // setLand takes a picture of the land below the cities.
  setLand(picture) {
    this.land.replaceChildren(...picture.children);
    this.draw();
  }

  // setTour takes the numbers of the cities in the order of the tour. An open path does not return to its first city.
  setTour(tour, open) {
    this.tour = tour;
    this.open = open;
    this.upload();
    this.draw();
  }

  // setStops takes the stops of the tour, to write their numbers and names.
  setStops(stops, open) {
    this.labels.set(stops, open);
    this.draw();
  }

  upload() {
    const gl = this.gl;
    if (!gl || !this.cities) return;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.positions);
    gl.bufferData(gl.ARRAY_BUFFER, this.cities, gl.STATIC_DRAW);
    gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
    if (!this.tour) return;
    const every = Math.ceil(this.tour.length / movingCities);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.coarse);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, every > 1 ? this.tour.filter((_, place) => place % every === 0) : this.tour, gl.DYNAMIC_DRAW);
    this.coarseCount = Math.ceil(this.tour.length / every);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.indices);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, this.tour, gl.DYNAMIC_DRAW);
  }

  showAll() {
    this.zoom = 1;
    this.center = [this.box[0] / 2, this.box[1] / 2];
    this.draw();
  }

  // pixelsPerUnit returns the scale of the picture in pixels of the page.
  pixelsPerUnit() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const fit = Math.min(width / Math.max(this.box[0], 1e-9), height / Math.max(this.box[1], 1e-9));
    return this.zoom * fit * (1 - 2 * margin);
  }

  // move draws the picture while it moves, and then once at rest.
  move() {
    this.moving = true;
    clearTimeout(this.resting);
    this.resting = setTimeout(() => { this.moving = false; this.draw(); }, restTime);
    this.draw();
  }

  // zoomAt zooms by a factor and keeps a point of the canvas where it is.
  zoomAt(factor, x, y) {
    const before = this.pixelsPerUnit();
    this.zoom = Math.min(Math.max(this.zoom * factor, 0.5), mostZoom);
    const after = this.pixelsPerUnit();
    const { clientWidth: width, clientHeight: height } = this.canvas;
    this.center[0] += (x - width / 2) * (1 / before - 1 / after);
    this.center[1] += (y - height / 2) * (1 / before - 1 / after);
    this.move();
  }

  pan(dx, dy) {
    const scale = this.pixelsPerUnit();
    this.center[0] -= dx / scale;
    this.center[1] -= dy / scale;
    this.move();
  }

  draw() {
    if (!this.gl || this.waiting) return;
    this.waiting = requestAnimationFrame(() => { this.waiting = 0; this.paint(); });
  }

  // paint draws the picture. Many labels are left out while it moves.
  paint() {
    this.paintTour();
    this.placeLand();
    if (this.moving && this.labels.stops.length > movingLabels) return this.labels.clear();
    const scale = this.pixelsPerUnit(), { clientWidth, clientHeight } = this.canvas;
    this.labels.draw((city) => [
      (this.cities[2 * city] - this.center[0]) * scale + clientWidth / 2,
      (this.cities[2 * city + 1] - this.center[1]) * scale + clientHeight / 2,
    ]);
  }

  placeLand() {
    const { clientWidth, clientHeight } = this.canvas, unit = landSide / this.pixelsPerUnit();
    if (!this.land.firstChild || !clientWidth) return; // on paper there is no canvas
    const width = clientWidth * unit, height = clientHeight * unit, [x, y] = this.center;
    this.land.setAttribute("viewBox", [x * landSide - width / 2, y * landSide - height / 2, width, height].join(" "));
  }

  paintTour() {
    const gl = this.gl, ratio = devicePixelRatio, { clientWidth, clientHeight } = this.canvas;
    const width = Math.max(1, Math.round(clientWidth * ratio)), height = Math.max(1, Math.round(clientHeight * ratio));
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height });
    gl.viewport(0, 0, width, height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    if (!this.count) return;
    const scale = this.pixelsPerUnit();
    const sx = 2 * scale / clientWidth, sy = -2 * scale / clientHeight;
    gl.uniform2f(this.at.scale, sx, sy);
    gl.uniform2f(this.at.shift, -this.center[0] * sx, -this.center[1] * sy);
    gl.uniform1f(this.at.size, Math.max(2, Math.min(7, scale / Math.sqrt(this.count) / 5)) * ratio);
    if (this.tour) {
      const coarse = this.moving && this.coarseCount < this.tour.length;
      this.setColor("--line", false);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, coarse ? this.coarse : this.indices);
      gl.drawElements(this.open ? gl.LINE_STRIP : gl.LINE_LOOP, coarse ? this.coarseCount : this.tour.length, gl.UNSIGNED_INT, 0);
    }
    if (!this.tour || this.count / (this.zoom * this.zoom) < mostDots && !(this.moving && this.count > movingCities)) {
      this.setColor("--dot", true);
      gl.drawArrays(gl.POINTS, 0, this.count);
    }
  }

  // setColor sets the color of a variable of the style sheet, which has six hexadecimal digits, for dots or for lines.
  setColor(name, dots) {
    const value = parseInt(getComputedStyle(this.canvas).getPropertyValue(name).trim().slice(1), 16);
    this.gl.uniform1i(this.at.dots, dots);
    this.gl.uniform4f(this.at.color, (value >> 16) / 255, (value >> 8 & 255) / 255, (value & 255) / 255, 1);
  }

  listen() {
    const canvas = this.canvas;
    new ResizeObserver(() => this.draw()).observe(canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
    canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
    canvas.addEventListener("webglcontextrestored", () => { this.prepare(); this.upload(); this.draw(); });
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoomAt(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), event.offsetX, event.offsetY);
    }, { passive: false });
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.pointers.set(event.pointerId, event);
    });
    for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, (event) => this.pointers.delete(event.pointerId));
    canvas.addEventListener("pointermove", (event) => this.drag(event));
    canvas.addEventListener("dblclick", (event) => this.zoomAt(zoomStep * zoomStep, event.offsetX, event.offsetY));
    canvas.addEventListener("keydown", (event) => this.key(event));
  }

  // drag moves the picture with one pointer, and zooms it with two.
  drag(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const other = [...this.pointers.values()].find((pointer) => pointer.pointerId !== event.pointerId);
    this.pointers.set(event.pointerId, event);
    if (!other) return this.pan(event.offsetX - before.offsetX, event.offsetY - before.offsetY);
    const distance = (pointer) => Math.hypot(pointer.offsetX - other.offsetX, pointer.offsetY - other.offsetY);
    this.zoomAt(distance(event) / Math.max(1, distance(before)), (event.offsetX + other.offsetX) / 2, (event.offsetY + other.offsetY) / 2);
  }

  key(event) {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const actions = {
      ArrowLeft: () => this.pan(width * moveStep, 0), ArrowRight: () => this.pan(-width * moveStep, 0),
      ArrowUp: () => this.pan(0, height * moveStep), ArrowDown: () => this.pan(0, -height * moveStep),
      "+": () => this.zoomAt(zoomStep, width / 2, height / 2), "=": () => this.zoomAt(zoomStep, width / 2, height / 2),
      "-": () => this.zoomAt(1 / zoomStep, width / 2, height / 2), "0": () => this.showAll(),
    };
    if (event.ctrlKey || event.metaKey || !actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  }
}
