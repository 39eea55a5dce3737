// One job: its figures, its tour and what can be done with it.

import { follow, json, request } from "./api.js";
import * as format from "./format.js";
import { showWarnings } from "./lists.js";
import { Plot } from "./plot.js";
import { TourView } from "./tour.js";

const element = (id) => document.getElementById(id);
const isFinal = (state) => ["done", "failed", "cancelled"].includes(state);

// The time between two tours that are fetched, in milliseconds, and that for each city: a large tour takes long to send and to draw.
const tourTime = 300, tourTimePerCity = 0.002;

export class JobView {
  constructor(say) {
    this.say = say;
    this.view = new TourView(element("tour"));
    this.plot = new Plot(element("plot"));
    this.keys = this.view.gl ? element("keys").textContent : "This browser has no WebGL 2: there is no picture.";
    element("stop").addEventListener("click", () => this.stop());
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
    this.following?.abort();
    const following = this.following = new AbortController();
    const job = await json(`v1/jobs/${id}`);
    if (following.signal.aborted) return;
    this.drawn = "";
    element("job").hidden = false;
    this.plot.clear();
    this.show(job);
    await this.fetchCities(id, following.signal);
    this.fetchTour();
    await follow(id, following.signal, (kind, event) => {
      this.take(kind, event);
      return !isFinal(this.job.state);
    });
  }

  // take shows an event.
  take(kind, event) {
    if (kind === "problem") return this.say(event.detail, true);
    const before = this.job.state;
    const job = event.job ?? { ...this.job, progress: event.progress };
    this.show(job);
    this.plot.add(format.figures(job));
    if (kind === "state" && job.state !== before) this.say(`${format.name(job)} is ${job.state}`, job.state === "failed");
    this.fetchTour();
  }

  // show shows the figures of a job.
  show(job) {
    this.job = job;
    const p = job.progress ?? {}, r = job.result ?? {}, unit = job.input.unit;
    const { seconds, length, lower, gap } = format.figures(job), shown = length == null ? "–" : format.length(length, unit);
    element("name").textContent = format.name(job);
    element("state").textContent = job.problem ? `${job.state}: ${job.problem.detail}` : job.state;
    element("state").className = job.state;
    showWarnings([...(job.warnings ?? []), ...(r.warnings ?? [])]);
    element("cities").textContent = job.input.cities.toLocaleString("en");
    element("length").textContent = shown;
    element("lower").textContent = lower != null ? format.length(lower, unit) : "–";
    element("gap").textContent = gap != null ? format.percent(gap) + (lower != null ? "" : " over the best known") : "–";
    element("elapsed").textContent = format.seconds(seconds) + (isFinal(job.state) || !p.phase ? "" : `, ${p.phase}`);
    element("worker").textContent = job.worker ? job.worker + (job.attempt > 1 ? `, attempt ${job.attempt}` : "") : "–";
    element("stop").disabled = isFinal(job.state) || !!job.cancel_requested;
    element("download").disabled = !r.tour && !p.tour;
    element("tour").setAttribute("aria-label", `Tour of ${job.input.cities} cities` + (length == null ? "" : `, length ${shown}`));
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
    element("tour").hidden = !positions.length || !this.view.gl;
    this.view.setCities(positions);
  }

  // fetchTour fetches the best tour if it is another one, one request at a time and not too often.
  async fetchTour() {
    const job = this.job, digest = job?.result?.tour || job?.progress?.tour;
    if (!digest || digest === this.drawn || !this.view.count) return;
    if (this.fetching) {
      this.again = true;
      return;
    }
    this.fetching = true;
    try {
      const answer = await request(`v1/jobs/${job.id}/tour.raw`);
      const words = new Uint32Array(await answer.arrayBuffer());
      if (this.job?.id === job.id && words.length === this.view.count) {
        this.view.setTour(words, !!job.input.open);
        this.drawn = digest;
        element("tour").dataset.tour = digest;
      }
    } catch (error) {
      this.say(error.message, true);
    }
    await new Promise((resolve) => setTimeout(resolve, tourTime + tourTimePerCity * this.view.count));
    this.fetching = false;
    if (this.again || this.job?.id !== job.id) {
      this.again = false;
      this.fetchTour();
    }
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
    const job = this.job, file = kind === "svg" ? "picture.svg" : "tour." + kind;
    try {
      const answer = await request(`v1/jobs/${job.id}/${file}`);
      const link = document.createElement("a");
      link.href = URL.createObjectURL(await answer.blob());
      link.download = `${(job.name || job.input.name || job.id).replace(/[^-\w.]+/g, "_")}.${kind}`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10000);
      this.say(`Downloaded ${link.download}.`, false);
    } catch (error) {
      this.say(error.message, true);
    }
  }
}
