import { it, type TestOptions } from 'vitest';

/** `npm run test:long` runs every test that imports this file with all runs, cases and tests. */
const runsAll = process.env.ALCOVE_ALL_RUNS !== undefined;

/** Returns how often a property is tried: an eighth of `all` in `npm test`, for its processor time. */
export const randomRuns = (all: number): number => (runsAll ? all : Math.ceil(all / 8));

/** Returns the cases of a matrix that take a process or a node each: the first ones in `npm test`. */
export const someCases = <T>(cases: readonly T[], first = 1): readonly T[] =>
  runsAll ? cases : cases.slice(0, first);

type Test = [run: () => unknown] | [options: TestOptions, run: () => unknown];

/** Adds a test only to `npm run test:long`: kills, and whole flows whose parts other tests check. */
export const longIt: (name: string, ...test: Test) => void = runsAll
  ? (it as (name: string, ...test: Test) => void)
  : () => {};
