import { everyFile, isUnitTest } from './changed.mjs';
import { relatedTests } from './related-tests.mjs';
import { unitFilesWithAllRuns } from './suites.mjs';

/** Runs the unit tests whose properties `npm test` tries only an eighth as often. */
export function random() {
  return unitFilesWithAllRuns(relatedTests(['test/support/random-runs.ts'], everyFile(), isUnitTest));
}
