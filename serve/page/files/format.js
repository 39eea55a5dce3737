// Numbers as people read them.

// length returns a length in steps as text in its unit: 10^decimals steps are one.
export function length(steps, unit = {}) {
  const decimals = unit.decimals ?? 0;
  const text = (steps / 10 ** decimals).toLocaleString("en", { maximumFractionDigits: Math.min(decimals, 3) });
  return unit.name ? `${text} ${unit.name}` : text;
}

// name returns the name of a job, or when it was submitted.
export const name = (job) => job.name || job.input.name || new Date(job.created).toLocaleTimeString();

// percent returns a share as text.
export const percent = (share) => (100 * share).toFixed(share < 0.001 ? 3 : 2) + "%";

// seconds returns a duration as text.
export function seconds(value) {
  if (value < 60) return value.toFixed(1) + " s";
  const whole = Math.round(value);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
