// The page: it submits jobs, lists them, and shows the one that the address names.

import { json, onTokenWanted, setToken, unreachable } from "./api.js";
import { JobView } from "./job.js";
import { showJobs, showWorkers } from "./lists.js";

const element = (id) => document.getElementById(id);

// The time between two looks at the lists, in milliseconds.
const listTime = 1500;
const shown = 50; // jobs in the list

// say tells what happened. A screen reader would read the same text again.
function say(text, failed) {
  const status = element("status");
  if (status.textContent !== text) status.textContent = text;
  status.className = failed ? "failed" : "";
}

// One run is watched: there is nothing to submit, and the server ends with the run.
const watched = location.search === "?watch";
const view = new JobView(say, watched);
const current = () => location.hash.slice(1);

// open shows the job that the address names.
async function open() {
  const id = current();
  if (!id) return view.close();
  try {
    await view.open(id);
  } catch (error) {
    if (id !== current()) return;
    view.close();
    say(error.message, true);
  }
}

// look brings the lists up to date, and comes again.
async function look() {
  if (!document.hidden) {
    try {
      const [jobs, workers] = await Promise.all([json(`v1/jobs?limit=${shown}`), json("v1/workers")]);
      showJobs(jobs.jobs, current());
      showWorkers(workers.workers);
      if (element("status").textContent === unreachable) say("", false);
    } catch (error) {
      say(error.message, true);
    }
  }
  setTimeout(look, listTime);
}

// bodyOf returns the body of a job with its headers: the places or, with a matrix or an earlier route, a form of all.
function bodyOf(places) {
  const matrix = element("matrix").files[0], earlier = element("earlier").files[0];
  if (!matrix && !earlier) return { body: places, headers: { "Content-Type": "application/octet-stream" } };
  const body = new FormData(); // its header names the boundary
  body.set("places", places);
  if (matrix) body.set("matrix", matrix);
  if (earlier) body.set("earlier", earlier);
  return { body };
}

// submit sends the file or the text with the options.
async function submit(event) {
  event.preventDefault();
  const file = element("file").files[0], text = element("text").value;
  if (!file && !text.trim()) return say("Choose a file, or enter places.", true);
  const query = new URLSearchParams();
  if (element("time").value) query.set("time_limit", element("time").value + "s");
  for (const id of ["start", "end", "sheet", "columns", "crs", "seed", "stay_close"]) {
    const value = element(id).value.trim();
    if (value) query.set(id, value);
  }
  if (element("machines").value > 1) query.set("machines", element("machines").value);
  for (const id of ["open", "bound"]) if (element(id).checked) query.set(id, "true");
  if (file) query.set("name", file.name);
  say("Sending…", false);
  try {
    const job = await json("v1/jobs?" + query, { method: "POST", ...bodyOf(file ?? new Blob([text])) });
    say("The job is accepted.", false);
    location.hash = job.id;
  } catch (error) {
    say(error.message, true);
  }
}

// The file and the text exclude each other: what was given last counts.
element("file").addEventListener("change", () => { element("text").value = ""; });
element("text").addEventListener("input", () => { element("file").value = ""; });

// askToken asks for the token of the server, once at a time.
function askToken() {
  if (!element("token-dialog").open) element("token-dialog").showModal();
}

onTokenWanted(askToken);
element("token-button").addEventListener("click", askToken);
element("token-dialog").addEventListener("close", () => {
  setToken(element("token").value.trim());
  open();
});
element("submit").addEventListener("submit", submit);
addEventListener("hashchange", open);
if (watched) document.body.classList.add("watch");
else look();
open();
