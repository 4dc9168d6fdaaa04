import { expect, it } from 'vitest';
import { isCheckDue } from '../../../electron/updates/check-due.ts';

const now = Date.parse('2026-11-22T12:00:00.000Z');

it.each([
  ['never', null, true],
  ['just now', '2026-11-22T11:59:59.000Z', false],
  ['almost a day ago', '2026-11-21T12:00:01.000Z', false],
  ['a day ago', '2026-11-21T12:00:00.000Z', true],
  ['in a future year, as after a clock was corrected', '2099-01-01T00:00:00.000Z', true],
])('an app that checked for updates %s', (_, checkedAt, due) => {
  expect(isCheckDue(checkedAt, now)).toBe(due);
});
