/**
 * Pauses in ms before a missing cover is requested again: right after the start, the nodes that have it may not be
 * connected.
 */
const pausesMs = [10_000, 20_000, 40_000, 80_000];

/** Requests a missing cover, and again after growing pauses, until these are over. @returns a function that ends this */
export function requestRepeatedly(request: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = ([pause, ...later]: readonly number[]) => {
    request();
    if (pause !== undefined) timer = setTimeout(run, pause, later);
  };
  run(pausesMs);
  return () => clearTimeout(timer);
}
