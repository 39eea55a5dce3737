// Requests to the HTTP interface.

let token = sessionStorage.getItem("token") ?? "";
let wanted = () => {};

// unreachable is the error of a request that had no answer.
export const unreachable = "The server does not answer.";

// setToken sets the token of all later requests.
export function setToken(value) {
  token = value;
  sessionStorage.setItem("token", value);
}

// onTokenWanted sets what is called when the server wants a token.
export function onTokenWanted(call) { wanted = call; }

// request returns the answer to a request. Its error has the detail of the problem.
export async function request(path, options = {}) {
  const headers = new Headers(options.headers);
  if (token) headers.set("Authorization", "Bearer " + token);
  let answer;
  try {
    answer = await fetch(path, { ...options, headers });
  } catch {
    throw new Error(unreachable);
  }
  if (answer.ok) return answer;
  if (answer.status === 401) wanted();
  let detail = answer.statusText;
  try {
    detail = (await answer.json()).detail ?? detail;
  } catch {
    // the answer is no problem in JSON
  }
  throw new Error(detail);
}

// json returns the decoded answer.
export const json = async (path, options) => (await request(path, options)).json();

// retryTime is the time before a stream that broke is opened again, in milliseconds.
const retryTime = 1000;

// follow calls handle with each event of a job, until the job has ended or the signal is aborted, and broken each time
// that the stream has broken. EventSource cannot send a token.
export async function follow(id, signal, handle, broken) {
  let last = "";
  for (;;) {
    try {
      const answer = await request(`v1/jobs/${id}/events`, { signal, headers: last ? { "Last-Event-ID": last } : {} });
      if (answer.status === 204) return;
      let rest = "";
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        const parts = (rest + value).split("\n\n");
        rest = parts.pop();
        for (const part of parts) {
          const event = parse(part);
          if (!event.data) continue;
          last = event.id;
          if (handle(event.event, JSON.parse(event.data)) === false) return;
        }
      }
    } catch {
      if (signal.aborted) return;
      broken();
    }
    await new Promise((resolve) => setTimeout(resolve, retryTime));
    if (signal.aborted) return;
  }
}

// parse returns the fields of an event.
function parse(text) {
  const fields = {};
  for (const line of text.split("\n")) {
    const at = line.indexOf(":");
    if (at > 0) fields[line.slice(0, at)] = line.slice(at + 1).trimStart();
  }
  return fields;
}
