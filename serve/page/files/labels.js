// Numbers and names of the stops, drawn over the picture of a tour.

const style = (element, name) => getComputedStyle(element).getPropertyValue(name).trim();

// Sizes in pixels of the page.
const textHeight = 13, gap = 6, ring = 7, cell = 64;

export class Labels {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.stops = [];
  }

  // set takes the stops of a route; none: nothing is drawn. A closed route ends with its first place again.
  set(stops, open) {
    this.stops = open ? stops : stops.slice(0, -1);
    this.open = open;
  }

  // clear removes what is drawn.
  clear() {
    const { canvas } = this;
    canvas.width = Math.round(canvas.clientWidth * devicePixelRatio);
    canvas.height = Math.round(canvas.clientHeight * devicePixelRatio);
  }

  // draw draws the labels that have room, the first stops first. at returns where a city is, in pixels of the page.
  draw(at) {
    this.clear();
    if (!this.stops.length) return;
    const { canvas, context } = this, { clientWidth: width, clientHeight: height } = canvas;
    context.scale(devicePixelRatio, devicePixelRatio);
    context.font = `${textHeight}px system-ui, sans-serif`;
    context.textBaseline = "middle";
    context.lineJoin = "round";
    const room = new Room(width, height), last = this.stops.length - 1;
    const points = this.stops.map((stop) => at(stop.place - 1));
    const within = ([x, y]) => x > -gap && y > -gap && x < width + gap && y < height + gap;
    const name = (i, away) => {
      const { stop, label } = this.stops[i];
      if (!this.write(label, points[i], away, room)) this.write(String(stop), points[i], away, room);
    };
    const ends = this.open && last > 0 ? [0, last] : [0]; // their names may cover other places
    for (const i of ends) {
      this.mark(points[i]);
      name(i, gap + ring);
    }
    points.forEach((point) => { if (within(point)) room.take(point[0] - 3, point[1] - 3, 6, 6); });
    points.forEach((point, i) => { if (within(point) && !ends.includes(i)) name(i, gap); });
  }

  // mark draws a ring round the first or the last stop.
  mark([x, y]) {
    const { context, canvas } = this;
    context.beginPath();
    context.arc(x, y, ring, 0, 2 * Math.PI);
    context.lineWidth = 3;
    context.strokeStyle = style(canvas, "--good");
    context.stroke();
  }

  // write writes a text beside a point, so far away, if there is room, and reports whether there was.
  write(text, [x, y], away, room) {
    const { context, canvas } = this, width = context.measureText(text).width, half = textHeight / 2;
    for (const [left, middle] of [
      [x + away, y], [x - away - width, y], [x - width / 2, y - away - half], [x - width / 2, y + away + half],
    ]) {
      if (!room.isFree(left, middle - half, width, textHeight)) continue;
      room.take(left, middle - half, width, textHeight);
      context.lineWidth = 3;
      context.strokeStyle = style(canvas, "--panel");
      context.strokeText(text, left, middle);
      context.fillStyle = style(canvas, "--ink");
      context.fillText(text, left, middle);
      return true;
    }
    return false;
  }
}

// Room knows which rectangles are taken, by the squares of a grid.
class Room {
  constructor(width, height) {
    Object.assign(this, { width, height, squares: new Map() });
  }

  * keys(x, y, width, height) {
    for (let column = Math.floor(x / cell); column <= Math.floor((x + width) / cell); column++) {
      for (let row = Math.floor(y / cell); row <= Math.floor((y + height) / cell); row++) yield `${column} ${row}`;
    }
  }

  isFree(x, y, width, height) {
    if (x < 0 || y < 0 || x + width > this.width || y + height > this.height) return false;
    for (const key of this.keys(x, y, width, height)) {
      for (const other of this.squares.get(key) ?? []) {
        if (x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height) return false;
      }
    }
    return true;
  }

  take(x, y, width, height) {
    for (const key of this.keys(x, y, width, height)) {
      if (!this.squares.has(key)) this.squares.set(key, []);
      this.squares.get(key).push({ x, y, width, height });
    }
  }
}
