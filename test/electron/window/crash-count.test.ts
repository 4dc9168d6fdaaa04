import { describe, expect, it } from 'vitest';
import { CrashCount } from '../../../electron/window/crash-count.ts';

const minute = 60_000;

/** The action after crashes at these times. */
const afterCrashes = (times: readonly number[]) => {
  const crashes = new CrashCount();
  return times.map((at) => crashes.next(at));
};

describe('crashes of the page', () => {
  it.each([0, 1, 5000, 30_000, minute, 9 * minute])('are counted, %i ms after each other', (pause) => {
    expect(afterCrashes([0, pause, 2 * pause, 3 * pause])).toEqual(['reload', 'home', 'ask', 'ask']);
  });

  it('are counted from 0 after a long time without one', () => {
    expect(afterCrashes([0, minute, 12 * minute, 13 * minute])).toEqual(['reload', 'home', 'reload', 'home']);
  });

  it('are counted from 0 when the user opens the page again', () => {
    const crashes = new CrashCount();
    expect([crashes.next(0), crashes.next(1), crashes.next(2)]).toEqual(['reload', 'home', 'ask']);
    crashes.reset();
    expect([crashes.next(3), crashes.next(4)]).toEqual(['reload', 'home']);
  });
});
