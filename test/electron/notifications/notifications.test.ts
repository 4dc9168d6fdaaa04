import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NotificationQueue } from '../../../electron/notifications/notifications.ts';
import type { NotificationKind } from '../../../src/contract/ipc.ts';
import type { NodeNotification } from '../../../src/contract/shell/node-notifications.ts';

const firstStart = 1000;
let unwanted: NotificationKind[];
let viewed: string | undefined;
let shown: { title: string; body: string; click: () => void }[];
let opened: string[];
let notifications: NotificationQueue;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  [unwanted, shown, opened, viewed] = [[], [], [], undefined];
  notifications = new NotificationQueue({
    isWanted: (kind) => !unwanted.includes(kind),
    since: firstStart,
    isViewing: (path) => path === viewed,
    open: (path) => opened.push(path),
    show: (_kind, text, click) => shown.push({ ...text, click }),
  });
});
afterEach(() => vi.useRealTimers());

const notify = (...news: NodeNotification[]) => {
  for (const one of news) notifications.add(one);
  vi.advanceTimersByTime(10_000);
  return shown.map(({ title, body }) => `${title}: ${body}`);
};
const trade = (
  kind: 'sale' | 'purchase',
  changes: { title?: string; at?: number } = {},
): NodeNotification => ({
  ...{ kind, title: 'A song', content_address: 'EQ…', at: 2000 },
  ...changes,
});
const trouble: NodeNotification = {
  kind: 'peer_trouble',
  host: 'https://a.example:8471',
  state: 'key_changed',
};

test('a system notification has a text for each kind, and a click opens its page', () => {
  expect(notify(trade('sale'), trade('purchase'), trouble, { kind: 'disk_low' })).toEqual([
    'New sale: “A song” was bought.',
    'Purchase confirmed: “A song” is in your Library.',
    'Peer has another key: a.example:8471 answers with a new key. Alcove doesn’t use this peer until you decide.',
    'Disk nearly full: Almost no space for new files. Free some space or choose another folder.',
  ]);
  for (const { click } of shown) click();
  expect(opened).toEqual([
    '/item/EQ%E2%80%A6?tab=sharing',
    '/library/bought',
    '/node/peers',
    '/node/storage',
  ]);
});

test('groups a flood into one notification', () => {
  expect(notify(...Array.from({ length: 500 }, () => trade('sale')))).toEqual([
    'New sales: 500 licences were bought.',
  ]);
});

test('ignores events before the first start on this computer', () => {
  expect(notify(trade('sale', { at: firstStart - 1 }))).toEqual([]);
});

test('shows no notification when the window is focused or notifications are off', () => {
  viewed = '/wallet';
  expect(notify(trade('sale'))).toEqual([]);
  [viewed, unwanted] = ['/library/bought', ['sale']];
  expect(notify(trade('sale'))).toEqual([]);
  unwanted = [];
  expect(notify(trade('sale'))).toHaveLength(1);
});

test('shows no notification when the window gets the focus first', () => {
  notifications.add(trade('sale'));
  viewed = '/wallet';
  expect(notify()).toEqual([]);
});

test('shortens a misleading title to one line', () => {
  const [text] = notify(trade('sale', { title: `\u202egnp.exe\n${'x'.repeat(200)}` }));
  expect(text).toBe(`New sale: “gnp.exe${'x'.repeat(73)}” was bought.`);
});

test('shows nothing after the end', () => {
  notifications.add(trouble);
  notifications.stop();
  expect(notify()).toEqual([]);
});
