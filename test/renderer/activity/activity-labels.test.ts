import { describe, expect, it } from 'vitest';
import { actorLabel } from '../../../renderer/features/activity/activity-labels.ts';
import { dayHeading } from '../../../renderer/features/activity/day-heading.ts';
import type { ActivityEntry } from '../../../src/contract/dashboard-api/administration/activity.ts';

/** Noon in the time zone of the test, `days` before the 15th of March 2026. */
const noon = (days: number) => new Date(2026, 2, 15 - days, 12);

const entry = (id: string, at: Date): ActivityEntry => ({
  id,
  at: at.toISOString(),
  last_at: at.toISOString(),
  count: 1,
  kind: 'upload',
  actor: { type: 'dashboard', name: 'dashboard' },
  address: null,
  subject: null,
  detail: { reason: 'activity.uploaded', params: {} },
  problem: null,
});

describe('the day above an entry', () => {
  const now = noon(0).getTime();
  const [d, c, b, a] = [entry('d', noon(0)), entry('c', noon(0)), entry('b', noon(1)), entry('a', noon(4))];

  it('is shown once for all entries of a day', () => {
    expect(dayHeading(d, undefined, { isFirst: true, now })).toBe('Today');
    expect(dayHeading(c, d, { isFirst: false, now })).toBeNull();
    expect(dayHeading(b, c, { isFirst: false, now })).toBe('Yesterday');
    expect(dayHeading(a, b, { isFirst: false, now })).toMatch(/^Wednesday,? 11 March 2026$/);
  });

  it('is not shown while the entry above is not loaded', () => {
    expect(dayHeading(b, undefined, { isFirst: false, now })).toBeNull();
  });
});

describe('the user of an entry', () => {
  it('has the name of a bot, user or peer, or a description of other ones', () => {
    expect(actorLabel({ actor: { type: 'api_token', name: 'Backup' }, address: null })).toEqual({
      who: 'A program',
      name: 'Backup',
    });
    expect(actorLabel({ actor: { type: 'user', name: '' }, address: null }).name).toBeNull();
    expect(actorLabel({ actor: { type: 'user', name: 'owner' }, address: null })).toEqual({
      who: 'You, signed in',
      name: null,
    });
    expect(actorLabel({ actor: { type: 'api_token', name: 'owner' }, address: null })).toEqual({
      who: 'A program',
      name: 'owner',
    });
    expect(actorLabel({ actor: { type: 'dashboard', name: 'dashboard' }, address: null })).toEqual({
      who: 'You, in the app',
      name: null,
    });
  });

  it('is a program on this computer, or someone else without a token', () => {
    const actor = { type: 'anonymous', name: '' } as const;
    expect(actorLabel({ actor, address: '127.0.0.1' }).who).toBe('A program on this computer');
    expect(actorLabel({ actor, address: '203.0.113.7' }).who).toBe('Someone without a token');
  });
});
