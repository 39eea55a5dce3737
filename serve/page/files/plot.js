// Length and lower bound against time, by uPlot.

/* global uPlot */

const style = (element, name) => getComputedStyle(element).getPropertyValue(name).trim();

// The height without the legend, in pixels of the page: the legend has as many lines as it needs.
const plotHeight = 170;

export class Plot {
  constructor(element) {
    this.element = element;
    this.clear();
    new ResizeObserver(() => this.plot?.setSize(this.size())).observe(element);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.make());
  }

  // clear forgets all figures.
  clear() {
    this.data = [[], [], [], []];
    this.texts = [];
    this.units = 0;
    this.make();
  }

  size() { return { width: Math.max(200, this.element.clientWidth - 8), height: plotHeight }; }

  make() {
    this.plot?.destroy();
    const color = (name) => style(this.element, name);
    const axis = { stroke: color("--soft"), grid: { stroke: color("--rule"), width: 1 }, ticks: { stroke: color("--rule"), width: 1 } };
    const steps = { points: { show: false }, paths: uPlot.paths.stepped({ align: 1 }) };
    const text = (name) => (_, value, series, at) => at == null ? "–" : this.texts[at]?.[name] ?? "–";
    this.plot = new uPlot({
      ...this.size(),
      scales: { x: { time: false } },
      legend: { live: true },
      axes: [
        { ...axis, values: (_, values) => values.map((value) => value + " s") },
        { ...axis, size: 90, values: (_, values) => values.map((value) => `${value} ${this.unit}`.trim()) },
        { ...axis, side: 1, scale: "%", size: 60, grid: { show: false }, values: (_, values) => values.map((value) => +value.toFixed(3) + "%") },
      ],
      series: [
        { label: "time", value: (_, value) => value == null ? "–" : value.toFixed(1) + " s" },
        { label: "length", stroke: color("--line"), ...steps, width: 2, value: text("length") },
        { label: "lower bound", stroke: color("--lower"), ...steps, width: 2, spanGaps: true, value: text("bound") },
        { label: "gap", scale: "%", stroke: color("--soft"), ...steps, width: 1, dash: [4, 3], value: (_, value) => value == null ? "–" : value.toFixed(3) + "%" },
      ],
    }, this.data, this.element);
  }

  // add adds the figures of a job, as format.js has them. All are in the unit of the first texts.
  add({ seconds, length, lower, gap, texts }) {
    const times = this.data[0], last = times.length - 1;
    if (length == null || last >= 0 && seconds < times[last]) return; // the run goes on from an earlier checkpoint
    if (!this.units) {
      this.units = texts.units || 1;
      this.unit = texts.unit ?? "";
    }
    const row = [seconds, length / this.units, lower == null ? null : lower / this.units, gap == null ? null : 100 * gap];
    const at = last >= 0 && seconds === times[last] ? last : last + 1;
    row.forEach((value, i) => { this.data[i][at] = value; });
    this.texts[at] = texts;
    this.plot.setData(this.data);
  }
}
