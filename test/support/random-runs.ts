/**
 * Returns how often a property is tried: an eighth of `all` in `npm test`, for its processor time, and all in
 * `npm run test:long`, which runs every test that imports this file.
 */
export const randomRuns = (all: number): number =>
  process.env.ALCOVE_ALL_RUNS === undefined ? Math.ceil(all / 8) : all;
