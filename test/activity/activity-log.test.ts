import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ActivityEntry } from '../../src/contract/dashboard-api/administration/activity.ts';
import type { Activity } from '../../src/core/events/activity.ts';
import { message } from '../../src/core/messages/message.ts';
import { ActivityLog } from '../../src/features/activity/activity-log.ts';
import { ActivityRepository } from '../../src/features/activity/activity-repository.ts';
import type { Db } from '../../src/platform/sqlite/database.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';
import { openTestDatabase } from '../support/node/test-database.ts';
import { activityLine } from './describe-activity-store.ts';

let folder: string;
let db: Db;
let repository: ActivityRepository;
let now: number;
let logged: string;

const day = 24 * 3600 * 1000;
const start = Date.parse('2026-01-31T12:00:00.000Z');

const openLog = (keepDays = 30) =>
  new ActivityLog({
    store: repository,
    keepDays: () => keepDays,
    clock: () => now,
    logger: pino({}, { write: (line) => (logged += line) }),
  });

const refused = (part: Partial<Activity> = {}): Activity => ({
  kind: 'refused',
  actor: { type: 'anonymous', name: '' },
  address: '192.0.2.1',
  detail: message('activity.refused', { request: 'GET /something' }),
  problem: 'unauthorized',
  ...part,
});

beforeEach(() => {
  folder = temporaryFolder();
  db = openTestDatabase(join(folder, 'alcove.db'));
  repository = new ActivityRepository(db);
  now = start;
  logged = '';
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

async function all(log: ActivityLog, redact = false): Promise<ActivityEntry[]> {
  const entries: ActivityEntry[] = [];
  for await (const entry of log.entries({ redact })) entries.push(entry);
  return entries;
}

describe('the same event', () => {
  it('within a minute is one line, written early or late', async () => {
    const log = openLog();
    log.note(refused());
    log.note(refused());
    expect(await all(log)).toMatchObject([{ count: 2 }]);
    now += 59_000;
    log.note(refused());
    expect(await all(log)).toMatchObject([
      { count: 3, at: '2026-01-31T12:00:00.000Z', last_at: '2026-01-31T12:00:59.000Z' },
    ]);
    now += 1000;
    log.note(refused());
    expect(await all(log)).toMatchObject([{ count: 1 }, { count: 3 }]);
  });

  it('is a separate line for another caller, subject, problem or kind', async () => {
    const log = openLog();
    log.note(refused());
    log.note(refused({ address: '192.0.2.2' }));
    log.note(refused({ subject: 'x' }));
    log.note(refused({ problem: 'blocked' }));
    log.note(refused({ detail: message('activity.refused', { request: 'GET /other' }) }));
    log.note(refused({ actor: { type: 'user', name: 'Ann' } }));
    expect(await all(log)).toHaveLength(6);
  });

  it('is a new line of now when the clock was set back', async () => {
    const log = openLog();
    log.note(refused());
    now -= day;
    log.note(refused());
    expect((await all(log)).map(({ at }) => at)).toEqual([
      '2026-01-30T12:00:00.000Z',
      '2026-01-31T12:00:00.000Z',
    ]);
  });
});

describe('the limit of the activity log', () => {
  it('combines events beyond a number of different ones', async () => {
    const log = openLog();
    for (let n = 0; n < 5000; n += 1) log.note(refused({ address: `2001:db8:0:${n.toString(16)}::/64` }));
    log.note({
      kind: 'sign_in',
      actor: { type: 'user', name: 'Ann' },
      detail: 'activity.signedInWithTelegram',
    });
    const listed = await all(log);
    expect(listed).toHaveLength(102);
    expect(listed.reduce((sum, { count }) => sum + count, 0)).toBe(5001);
    expect(listed[0]).toMatchObject({ kind: 'sign_in' });
    expect(listed[1]).toMatchObject({ count: 4900, address: null, problem: null });
    now += 60_000;
    log.note(refused({ address: '2001:db8:1::/64' }));
    expect((await all(log))[0]).toMatchObject({ address: '2001:db8:1::/64' });
  });

  it('removes entries of an age', async () => {
    openLog().note(refused());
    const first = openLog();
    first.note(refused());
    await first.close();
    now += 30 * day;
    expect(await all(openLog(30))).toHaveLength(1);
    now += 1;
    expect(await all(openLog(30))).toHaveLength(0);
  });

  it('keeps the newest 50,000 lines of a kind, which can be searched', async () => {
    const line = activityLine({ at: now, lastAt: now });
    const lines = Array.from({ length: 50_010 }, (_, n) => ({ ...line, subject: `file ${n}` }));
    await repository.write([{ ...line, kind: 'token', subject: 'of another kind' }, ...lines]);
    const subjects = (await all(openLog())).map(({ subject }) => subject);
    expect(subjects).toHaveLength(50_001);
    expect(subjects.slice(-2)).toEqual(['file 10', 'of another kind']);
    expect(subjects[0]).toBe('file 50009');
    const found = async (q: string, cursor?: string) => openLog().page({ q, cursor, limit: 2 });
    const first = await found('file 1234');
    const second = await found('FILE 1234', first.next_cursor ?? '');
    expect([...first.entries, ...second.entries].map(({ subject }) => subject)).toEqual([
      'file 12349',
      'file 12348',
      'file 12347',
      'file 12346',
    ]);
    const far = await openLog().page({ q: 'file 1234', skip: 2, limit: 2 });
    expect(far.entries).toEqual(second.entries);
    const deep = await openLog().page({ q: '', skip: 49_999, limit: 2 });
    expect(deep).toMatchObject({
      entries: [{ subject: 'file 10' }, { subject: 'of another kind' }],
      total: 50_001,
    });
    const below = await openLog().page({ q: 'file', cursor: deep.top_cursor ?? '', limit: 1 });
    expect(below.entries).toMatchObject([{ subject: 'file 10' }]);
    expect(await found('file 9')).toMatchObject({
      entries: [{ subject: 'file 9999' }, { subject: 'file 9998' }],
    });
    expect(await found('file 5 ')).toEqual({
      entries: [],
      next_cursor: null,
      top_cursor: null,
      total: null,
    });
  });
});

it('shows entries of earlier versions with their English text', async () => {
  db.exec(
    `INSERT INTO activity (at, last_at, count, kind, actor_type, actor_name, detail)
     VALUES (${now}, ${now}, 1, 'store', 'node', '', 'Mended a damaged file')`,
  );
  const { entries } = await openLog().page({ q: 'mended', limit: 10 });
  expect(entries.map(({ detail }) => detail)).toEqual([
    message('general.text', { text: 'Mended a damaged file' }),
  ]);
});

it('finds entries by their English message', async () => {
  const log = openLog();
  log.note(refused());
  expect((await log.page({ q: 'refused get /some', limit: 10 })).entries).toMatchObject([
    { detail: { reason: 'activity.refused', params: { request: 'GET /something' } } },
  ]);
  expect((await log.page({ q: 'activity.refused', limit: 10 })).entries).toEqual([]);
});

it('hides errors of writing the log from callers', async () => {
  const log = openLog();
  db.exec("CREATE TRIGGER full BEFORE INSERT ON activity BEGIN SELECT raise(ABORT, 'the disk is full'); END");
  log.note(refused());
  expect((await log.page({ q: '', limit: 10 })).entries).toEqual([]);
  expect(logged).toContain('the disk is full');
  db.exec('DROP TRIGGER full');
  log.note(refused());
  expect((await log.page({ q: '', limit: 10 })).entries).toMatchObject([{ count: 2 }]);
});

it('replaces equal values by equal marks with their type', async () => {
  const log = openLog();
  const content = `bafkrei${'a'.repeat(52)}`;
  const wallet = 'UQAdnlSzQOGqUSjj0Y3TR5IPA5gUKyOvSkKbyLxzZ2lYwU_S';
  const host = 'https://node.example.org';
  const ofOthers = message('general.text', {
    text: `With ${content} of ${wallet} at ${host} from 192.0.2.2`,
  });
  log.note(refused({ subject: content, actor: { type: 'user', name: wallet } }));
  log.note(refused({ subject: wallet, actor: { type: 'user', name: 'Ann' } }));
  log.note(refused({ subject: 'Ann', address: '192.0.2.2' }));
  log.note(refused({ kind: 'peer', subject: host, actor: { type: 'peer', name: host } }));
  log.note(
    refused({ subject: 'name-1', detail: message('general.both', { first: ofOthers, second: ofOthers }) }),
  );
  const listed = (await all(log, true)).reverse();
  expect(listed.map(({ subject, actor, address }) => [subject, actor.name, address])).toEqual([
    ['content-1', 'wallet-1', 'address-1'],
    ['wallet-1', 'name-2', 'address-1'],
    ['name-2', '', 'address-2'],
    ['host-1', 'host-1', 'address-1'],
    ['name-1', '', 'address-1'],
  ]);
  const redacted = message('general.text', { text: 'With content-1 of wallet-1 at host-1 from address-2' });
  expect(listed.at(-1)?.detail).toEqual(message('general.both', { first: redacted, second: redacted }));
});

it('finds the newest entries of the owner with some messages, without those of others', async () => {
  const log = openLog();
  const uploaded = (type: Activity['actor']['type'], name: string): void =>
    log.note({
      kind: 'upload',
      actor: { type, name },
      subject: `${type} ${name}`,
      detail: 'activity.uploaded',
    });
  uploaded('dashboard', '');
  uploaded('user', 'owner');
  uploaded('user', 'a guest');
  uploaded('anonymous', '');
  log.note({ kind: 'store', actor: { type: 'node', name: '' }, detail: 'activity.repaired' });
  log.note({ kind: 'node', actor: { type: 'node', name: '' }, detail: 'activity.stopped' });
  uploaded('api_token', 'a bot');
  const reasons = ['activity.uploaded', 'activity.repaired'];
  const found = (await log.newestForOwner(reasons, 2)).map(({ actor, detail }) => [
    actor.type,
    detail.reason,
  ]);
  expect(found).toEqual([
    ['api_token', 'activity.uploaded'],
    ['node', 'activity.repaired'],
    ['user', 'activity.uploaded'],
  ]);
});
