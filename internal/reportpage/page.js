"use strict";
// Zoom and pan of the tours, by the viewBox of their SVG.
for (const map of document.querySelectorAll(".map")) {
  const svg = map.querySelector("svg");
  const all = svg.getAttribute("viewBox").split(" ").map(Number);
  let view = all.slice();
  const pointers = new Map();

  svg.removeAttribute("width");
  svg.removeAttribute("height");

  function show(next) {
    const scale = Math.min(Math.max(next[2], all[2] / 2000), all[2]) / next[2];
    next[2] *= scale;
    next[3] *= scale;
    for (const axis of [0, 1]) { // keep the picture in sight
      const low = all[axis] - next[axis + 2] / 2, high = all[axis] + all[axis + 2] - next[axis + 2] / 2;
      next[axis] = Math.min(Math.max(next[axis], low), high);
    }
    view = next;
    svg.setAttribute("viewBox", view.join(" "));
  }

  // point returns the place of a position on the screen in the picture.
  function point(x, y) {
    const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
    return [at.x, at.y];
  }

  // zoom keeps the place at a position on the screen.
  function zoom(factor, x, y) {
    const at = point(x, y);
    const limited = Math.max(factor, view[2] / all[2]);
    show([at[0] - (at[0] - view[0]) / limited, at[1] - (at[1] - view[1]) / limited, view[2] / limited, view[3] / limited]);
  }

  function zoomAtCenter(factor) {
    const box = svg.getBoundingClientRect();
    zoom(factor, box.x + box.width / 2, box.y + box.height / 2);
  }

  function move(fromX, fromY, toX, toY) {
    const from = point(fromX, fromY), to = point(toX, toY);
    show([view[0] + from[0] - to[0], view[1] + from[1] - to[1], view[2], view[3]]);
  }

  function middle() {
    const list = [...pointers.values()];
    const x = list.reduce((sum, p) => sum + p[0], 0) / list.length, y = list.reduce((sum, p) => sum + p[1], 0) / list.length;
    const spread = list.length > 1 ? Math.hypot(list[0][0] - list[1][0], list[0][1] - list[1][1]) : 0;
    return { x, y, spread };
  }

  svg.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
  }, { passive: false });
  svg.addEventListener("pointerdown", (event) => {
    svg.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
  });
  svg.addEventListener("pointermove", (event) => {
    if (!pointers.has(event.pointerId)) return;
    const before = middle();
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
    const after = middle();
    move(before.x, before.y, after.x, after.y);
    if (before.spread > 0 && after.spread > 0) zoom(after.spread / before.spread, after.x, after.y);
  });
  for (const end of ["pointerup", "pointercancel"]) svg.addEventListener(end, (event) => pointers.delete(event.pointerId));

  for (const button of map.querySelectorAll("button")) {
    button.addEventListener("click", () => {
      const factor = Number(button.dataset.zoom);
      if (factor > 0) zoomAtCenter(factor); else show(all.slice());
    });
  }
  map.addEventListener("keydown", (event) => {
    const step = 60, moves = { ArrowLeft: [step, 0], ArrowRight: [-step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] };
    if (moves[event.key]) move(0, 0, ...moves[event.key]);
    else if (event.key === "+") zoomAtCenter(1.5);
    else if (event.key === "-") zoomAtCenter(1 / 1.5);
    else if (event.key === "0") show(all.slice());
    else return;
    event.preventDefault();
  });
}
