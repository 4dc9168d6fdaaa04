import { expect, it } from 'vitest';
import type { ActivityEntry } from '../../src/contract/dashboard-api/administration/activity.ts';
import { groupEntries } from '../../src/features/notifications/group-entries.ts';

const start = Date.parse('2026-03-15T12:00:00.000Z');

/** An entry of the log, `minutes` after noon. */
const entry = (reason: string, minutes: number): ActivityEntry => ({
  id: minutes.toString(36),
  at: new Date(start + minutes * 60_000).toISOString(),
  last_at: new Date(start + minutes * 60_000).toISOString(),
  count: 1,
  kind: 'upload',
  actor: { type: 'dashboard', name: '' },
  address: null,
  subject: null,
  detail: { reason, params: {} },
  problem: null,
});
const grouped = (...entries: [reason: string, minutes: number][]) =>
  groupEntries(entries.map(([reason, minutes]) => entry(reason, minutes))).map(({ newest, count }) => [
    newest.id,
    count,
  ]);

it('combines files that were added one after the other, under the newest', () => {
  expect(grouped(['activity.uploaded', 19], ['activity.uploaded', 10], ['activity.uploaded', 0])).toEqual([
    ['j', 3],
  ]);
});

it('separates files with a pause between them', () => {
  expect(grouped(['activity.uploaded', 11], ['activity.uploaded', 0])).toEqual([
    ['b', 1],
    ['0', 1],
  ]);
});

it('combines files in spite of other notifications between them', () => {
  expect(
    grouped(
      ['activity.uploaded', 9],
      ['activity.followedDownloaded', 8],
      ['activity.uploaded', 7],
      ['activity.followedDownloaded', 6],
    ),
  ).toEqual([
    ['9', 2],
    ['8', 2],
  ]);
});

it('lists every sale, purchase and licence on its own', () => {
  const single = ['activity.sold', 'activity.bought', 'activity.delivered', 'activity.licenceReceived'];
  for (const reason of single) {
    expect(grouped([reason, 1], [reason, 0])).toEqual([
      ['1', 1],
      ['0', 1],
    ]);
  }
});
