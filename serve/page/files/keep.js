// Files of a tour that the page keeps: a run that is watched ends with its server.

import { request } from "./api.js";

// Files are kept until they have this many bytes together.
const mostBytes = 200e6;

// fetchFile fetches the best tour of a job in a format, or its picture.
export async function fetchFile(id, kind) {
  const answer = await request(`v1/jobs/${id}/${kind === "svg" ? "picture.svg" : "tour." + kind}`);
  return answer.blob();
}

// keepFiles returns the files of a job by their kinds. One that cannot be made is left out, and later ones if all
// together are too large.
export async function keepFiles(id, kinds) {
  const files = new Map();
  let bytes = 0;
  for (const kind of kinds) {
    const file = await fetchFile(id, kind).catch(() => null);
    if (!file) continue;
    if ((bytes += file.size) > mostBytes) break;
    files.set(kind, file);
  }
  return files;
}
