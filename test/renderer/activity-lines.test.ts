import { describe, expect, it } from 'vitest';
import { actorWords } from '../../renderer/lib/activity-words.ts';
import { byDay } from '../../renderer/pages/activity/by-day.ts';
import type { ActivityEntry } from '../../src/contract/endpoints/local-activity.ts';

/** Noon where the test runs, `days` before the 15th of March 2026. */
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
  detail: '',
  problem: null,
});

describe('the activity by day', () => {
  it('puts each day once above its entries', () => {
    const entries = [entry('d', noon(0)), entry('c', noon(0)), entry('b', noon(1)), entry('a', noon(4))];
    const lines = byDay(entries, noon(0).getTime());
    expect(lines.map((line) => ('day' in line ? line.day : line.entry.id))).toEqual([
      'Today',
      'd',
      'c',
      'Yesterday',
      'b',
      expect.stringMatching(/^Wednesday,? 11 March 2026$/),
      'a',
    ]);
    expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
  });

  it('has no line where there is no entry', () => {
    expect(byDay([], 0)).toEqual([]);
  });
});

describe('who did something', () => {
  it('names bots, users and peers, and says in words who the others are', () => {
    expect(actorWords({ type: 'api_token', name: 'Backup' })).toEqual({ who: 'A bot', name: 'Backup' });
    expect(actorWords({ type: 'user', name: '' }).name).toBeNull();
    expect(actorWords({ type: 'user', name: 'owner' })).toEqual({ who: 'You, signed in', name: null });
    expect(actorWords({ type: 'api_token', name: 'owner' })).toEqual({ who: 'A bot', name: 'owner' });
    expect(actorWords({ type: 'dashboard', name: 'dashboard' })).toEqual({
      who: 'You, in the dashboard',
      name: null,
    });
  });
});
