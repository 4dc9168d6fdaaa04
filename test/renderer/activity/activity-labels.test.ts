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
    expect(actorLabel({ type: 'api_token', name: 'Backup' })).toEqual({ who: 'A program', name: 'Backup' });
    expect(actorLabel({ type: 'user', name: '' }).name).toBeNull();
    expect(actorLabel({ type: 'user', name: 'owner' })).toEqual({ who: 'You, signed in', name: null });
    expect(actorLabel({ type: 'api_token', name: 'owner' })).toEqual({ who: 'A program', name: 'owner' });
    expect(actorLabel({ type: 'dashboard', name: 'dashboard' })).toEqual({
      who: 'You, in the app',
      name: null,
    });
  });
});
