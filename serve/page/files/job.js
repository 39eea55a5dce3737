// One job: its figures, its tour and what can be done with it.

import { follow, json, request, unreachable } from "./api.js";
import * as format from "./format.js";
import { fetchFile, keepFiles } from "./keep.js";
import { Labels } from "./labels.js";
import { showStops, showWarnings } from "./lists.js";
import { Plot } from "./plot.js";
import { TourView } from "./tour.js";

const element = (id) => document.getElementById(id);
const isFinal = (state) => ["done", "failed", "cancelled"].includes(state);

// The time between two tours that are fetched, in milliseconds, and that for each city: a large tour takes long to send and to draw.
const tourTime = 300, tourTimePerCity = 0.002;

// Places whose stops are listed during the run and after it. The server lists no more than that.
const listedRunning = 1000, listedFinal = 10000;

// Formats that a tour of any instance has, also of one with too many places for a list.
const anyFormats = ["csv", "xlsx", "json", "tsv", "tour"];

const lost = "The program does not answer. This page keeps the last tour that it has drawn.";

export class JobView {
  // watched says that the server has one run alone, and ends with it.
  constructor(say, watched) {
    this.say = say;
    this.watched = watched;
    this.view = new TourView(element("tour"), new Labels(element("labels")), element("land"));
    this.plot = new Plot(element("plot"));
    this.keys = this.view.gl ? element("keys").textContent : "This browser has no WebGL 2: there is no picture.";
    element("stop").addEventListener("click", () => this.stop());
    element("print").addEventListener("click", () => this.print());
    element("download").addEventListener("change", (event) => {
      if (event.target.value) this.download(event.target.value);
      event.target.value = "";
    });
  }

  // close shows no job.
  close() {
    this.following?.abort();
    this.job = null;
    element("job").hidden = true;
  }

  // open shows a job and follows it until it has ended.
  async open(id) {
    if (this.files && this.job?.id === id) return; // all of it is here, and its server has ended
    this.following?.abort();
    const following = this.following = new AbortController();
    const job = await json(`v1/jobs/${id}`);
    if (following.signal.aborted) return;
    this.drawn = this.shown = "";
    this.list = this.files = null;
    this.view.setStops([], false);
    showStops(null);
    this.showPaper(null);
    element("job").hidden = false;
    this.plot.clear();
    this.show(job);
    await this.fetchCities(id, following.signal);
    this.refresh();
    await follow(id, following.signal, (kind, event) => {
      this.take(kind, event);
      return !isFinal(this.job.state);
    }, () => {
      if (this.watched) this.say(lost, false);
    });
  }

  // take shows an event.
  take(kind, event) {
    if (kind === "problem") return this.say(event.detail, true);
    const before = this.job.state;
    const job = event.job ?? { ...this.job, progress: event.progress, texts: event.texts };
    this.show(job);
    this.plot.add(format.figures(job));
    if (kind === "state" && job.state !== before) this.say(`${format.name(job)} is ${job.state}`, job.state === "failed");
    this.refresh();
  }

  // show shows the figures of a job.
  show(job) {
    this.job = job;
    const p = job.progress ?? {}, r = job.result ?? {}, texts = job.texts ?? {}, { seconds } = format.figures(job);
    element("name").textContent = format.name(job);
    element("state").textContent = job.problem ? `${job.state}: ${job.problem.detail}` : job.state;
    element("state").className = job.state;
    showWarnings([...(job.warnings ?? []), ...(r.warnings ?? [])], job.notes ?? []);
    element("cities").textContent = job.input.cities.toLocaleString("en");
    element("length").textContent = texts.length ?? "–";
    for (const [id, text] of [["lower", texts.bound], ["gap", texts.gap]]) {
      element(id).textContent = text ?? "";
      element(id).parentElement.hidden = !text;
    }
    element("elapsed").textContent = format.seconds(seconds) + (isFinal(job.state) || !p.phase ? "" : `, ${p.phase}`);
    element("worker").textContent = job.worker ? job.worker + (job.attempt > 1 ? `, attempt ${job.attempt}` : "") : "–";
    element("stop").disabled = isFinal(job.state) || !!job.cancel_requested;
    element("tour").setAttribute("aria-label", `Tour of ${format.places(job.input.cities)}` + (texts.length ? `, length ${texts.length}` : ""));
    this.showChoices();
  }

  // showChoices shows which files there are.
  showChoices() {
    const { job } = this, hasTour = !!(job.result?.tour || job.progress?.tour);
    element("download").disabled = !hasTour;
    element("print").disabled = !this.list;
    for (const option of element("download").options) {
      if (option.value) option.disabled = !(this.files ? this.files.has(option.value) : this.kinds().includes(option.value));
    }
  }

  // kinds returns the formats of the tour, and svg if it is drawn. Jobs of version 0.9 do not tell their formats.
  kinds() {
    const drawn = this.list ? this.list.drawn : this.view.count > 0;
    return [...(drawn ? ["svg"] : []), ...(this.job.formats ?? this.list?.formats ?? anyFormats)];
  }

  // fetchCities fetches the positions of the cities. The cities of a matrix have none: there is no picture.
  async fetchCities(id, signal) {
    this.view.setCities(new Float32Array());
    let positions = new Float32Array(), text = this.keys;
    try {
      const answer = await request(`v1/jobs/${id}/coordinates`, { signal });
      positions = new Float32Array(await answer.arrayBuffer());
    } catch (error) {
      text = error.message;
    }
    if (signal.aborted) return;
    element("keys").textContent = text;
    element("picture").hidden = !positions.length || !this.view.gl;
    this.view.setCities(positions);
    if (positions.length) this.fetchLand(id, signal);
  }

  // fetchLand fetches the land below the cities. Servers of version 0.9 have none.
  async fetchLand(id, signal) {
    const answer = await request(`v1/jobs/${id}/land.svg`, { signal }).catch(() => null);
    const text = await answer?.text().catch(() => null);
    if (text && !signal.aborted) this.view.setLand(new DOMParser().parseFromString(text, "image/svg+xml").documentElement);
  }

  // refresh fetches the best tour if it is another one, and what follows the end of the job, one at a time and not too often.
  async refresh() {
    const { job } = this, digest = job?.result?.tour || job?.progress?.tour, wanted = `${digest} ${isFinal(job?.state)}`;
    if (!digest || wanted === this.shown) return;
    if (this.fetching) {
      this.again = true;
      return;
    }
    this.fetching = true;
    try {
      await this.fetchTour(job, digest);
      await this.fetchList(job);
      if (isFinal(job.state) && this.job?.id === job.id) await this.complete(job);
      this.shown = wanted;
    } catch (error) {
      if (this.watched && error.message === unreachable) this.say(lost, false);
      else this.say(error.message, true);
    }
    await this.pause(tourTime + tourTimePerCity * this.view.count);
    this.fetching = false;
    if (this.again || this.job?.id !== job.id) {
      this.again = false;
      this.refresh();
    }
  }

  // pause waits for so many milliseconds, but not while the last tour is wanted: the server of a run ends soon after it.
  async pause(milliseconds) {
    const end = performance.now() + milliseconds;
    while (performance.now() < end && !(this.again && isFinal(this.job?.state))) {
      await new Promise((resolve) => setTimeout(resolve, Math.min(tourTime / 3, milliseconds)));
    }
  }

  // fetchTour draws the best tour of a job.
  async fetchTour(job, digest) {
    if (digest === this.drawn || !this.view.count) return;
    const answer = await request(`v1/jobs/${job.id}/tour.raw`);
    const words = new Uint32Array(await answer.arrayBuffer());
    if (this.job?.id !== job.id || words.length !== this.view.count) return;
    this.view.setTour(words, !!job.input.open);
    this.drawn = digest;
    element("tour").dataset.tour = digest;
  }

  // fetchList shows the stops of the best tour of a job, if it has as few places as people read.
  async fetchList(job) {
    if (job.input.cities > (isFinal(job.state) ? listedFinal : listedRunning)) return;
    const list = await json(`v1/jobs/${job.id}/stops`);
    if (this.job?.id !== job.id) return;
    this.list = list;
    this.view.setStops(list.stops, list.open);
    showStops(list);
    this.showChoices();
  }

  // complete fetches what a job that has ended leaves: the picture for paper and, of a run that is watched, all files.
  async complete(job) {
    const { list } = this;
    if (this.watched) {
      const files = await keepFiles(job.id, this.kinds());
      if (this.job?.id !== job.id) return;
      this.files = files;
      this.showPaper(files.get("svg"));
      this.showChoices();
      this.say("The run has ended. This page keeps its route, picture and downloads.", false);
    } else if (list?.drawn) {
      const picture = await fetchFile(job.id, "svg");
      if (this.job?.id === job.id) this.showPaper(picture);
    }
  }

  // showPaper sets the picture of the printed list; null: there is none.
  showPaper(file) {
    const image = element("paper");
    if (image.src) URL.revokeObjectURL(image.src);
    image.hidden = !file;
    if (file) image.src = URL.createObjectURL(file);
    else image.removeAttribute("src");
  }

  // print prints the list of stops.
  async print() {
    if (!element("paper").hidden) await element("paper").decode().catch(() => {});
    window.print();
  }

  async stop() {
    try {
      this.show(await json(`v1/jobs/${this.job.id}`, { method: "DELETE" }));
      this.say("The job ends and keeps its best tour.", false);
    } catch (error) {
      this.say(error.message, true);
    }
  }

  // download saves the best tour in a format. A link cannot send a token.
  async download(kind) {
    const { job } = this;
    try {
      const file = this.files?.get(kind) ?? await fetchFile(job.id, kind);
      const link = document.createElement("a");
      link.href = URL.createObjectURL(file);
      const name = (job.name || job.input.name || job.id).replace(/\.\w{2,7}$/, "").replace(/[^-\p{L}\p{N}.]+/gu, "_");
      link.download = `${name}-route.${kind}`; // not the name of the file with the places
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10000);
      this.say(`Downloaded ${link.download}.`, false);
    } catch (error) {
      this.say(error.message, true);
    }
  }
}
