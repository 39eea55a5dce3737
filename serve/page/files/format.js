// Numbers as people read them.

// inUnits returns steps in their unit: 10^decimals steps are one. Undefined stays so.
export const inUnits = (steps, unit = {}) => steps && steps / 10 ** (unit.decimals ?? 0);

// places returns a number of places as text.
export const places = (count) => count.toLocaleString("en") + (count === 1 ? " place" : " places");

// name returns the name of a job, or when it was submitted.
export const name = (job) => job.name || job.input.name || new Date(job.created).toLocaleTimeString();

// figures returns the figures of a job for a plot, with lengths in units. Those that are not known are
// undefined or null. The server has the texts of lengths.
export function figures(job) {
  const p = job.progress ?? {}, r = job.result ?? {}, unit = r.unit ?? job.input.unit;
  const length = r.unit_length ?? (p.tour && (p.unit_length ?? 0));
  const lower = inUnits(r.bound || p.bound || undefined, unit), reference = inUnits(p.reference, unit);
  const under = lower ?? reference;
  // A length is not rounded, and a bound is.
  const gap = length && under ? Math.max(0, length / under - 1) : null;
  return { seconds: r.seconds ?? p.seconds ?? 0, length, lower, gap, texts: job.texts ?? {} };
}

// seconds returns a duration as text.
export function seconds(value) {
  if (value < 60) return value.toFixed(1) + " s";
  const whole = Math.round(value);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
