// The lists of jobs and of workers.

import * as format from "./format.js";

const element = (id) => document.getElementById(id);

// item returns an element with text.
function item(tag, text, name = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  made.className = name;
  return made;
}

// replace replaces the items of a list if they changed, so that the focus stays.
function replace(list, items) {
  const next = document.createElement("ul");
  next.append(...items);
  if (next.innerHTML !== list.innerHTML) {
    const focused = document.activeElement?.closest?.("#jobs a")?.getAttribute("href");
    list.replaceChildren(...next.childNodes);
    if (focused) list.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus();
  }
}

// showJobs shows a page of jobs. current is the identifier of the one that is shown beside it.
export function showJobs(jobs, current) {
  replace(element("jobs"), jobs.map((job) => {
    const link = document.createElement("a");
    link.href = "#" + job.id;
    if (job.id === current) link.setAttribute("aria-current", "true");
    const best = job.texts?.length, places = format.places(job.input.cities);
    link.append(
      item("span", format.name(job), "name"), item("span", job.state, job.state),
      item("small", best ? `${places}, ${best}` : places),
    );
    const row = document.createElement("li");
    row.append(link);
    return row;
  }));
}

// showWarnings shows what looks wrong with a job, and what was read. Texts are the server's and may have names that
// a client gave.
export function showWarnings(warnings, notes) {
  replace(element("warnings"), warnings.map((text) => item("li", text)));
  replace(element("notes"), notes.map((text) => item("li", text)));
}

// showStops shows the driver's list; null: there is none.
export function showStops(list) {
  element("stops").hidden = !list;
  element("stops").lang = list?.language ?? "en";
  element("summary").textContent = list?.summary ?? "";
  const cells = (tag, box, number, name, columns, leg, at) => [
    item(tag, box, "box"), item(tag, number, "number"), item(tag, name, "place"), ...columns.map((text) => item(tag, text)),
    item(tag, leg, "number"), item(tag, at, "number"),
  ];
  const words = list?.words;
  const header = list ? cells("th", "", words.stop, words.place, list.columns, words.leg, words.arrival) : [];
  header.forEach((cell) => { cell.scope = "col"; });
  element("stop-header").replaceChildren(...header);
  element("stop-rows").replaceChildren(...(list?.stops ?? []).map((stop) => {
    const row = document.createElement("tr");
    row.append(...cells("td", "☐", stop.stop, stop.name, stop.cells, stop.leg ?? "", stop.at));
    return row;
  }));
}

// showWorkers shows the workers with their devices and load.
export function showWorkers(workers) {
  replace(element("workers"), workers.map((worker) => {
    const row = document.createElement("li"), load = document.createElement("progress");
    load.setAttribute("value", worker.load.toFixed(2));
    load.setAttribute("aria-label", `load of ${worker.name}`);
    row.append(item("span", worker.name), document.createElement("br"), item("small", (worker.devices ?? []).map((device) => device.name).join(", ") || "chooses a device for each job"), load);
    return row;
  }));
}
