import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  byUrgency,
  outcomeLabel,
  selfTestText,
} from '../../../renderer/features/diagnostics/self-test-labels.ts';
import { limitText, parseLimit } from '../../../renderer/features/network-activity/bandwidth-limit.ts';
import { syncLabel } from '../../../renderer/features/network-activity/pause-labels.ts';
import { filterPeers } from '../../../renderer/features/peers/peer-filter.ts';
import { countTroubles, peerLine, stateCountLabel } from '../../../renderer/features/peers/peer-labels.ts';
import {
  summariseTransfers,
  transferLabel,
  transferName,
  transferWay,
} from '../../../renderer/features/transfers/transfer-labels.ts';
import { hostName } from '../../../renderer/lib/format/host-name.ts';
import type { SyncState } from '../../../src/contract/dashboard-api/discovery.ts';
import type { Transfer } from '../../../src/contract/dashboard-api/fetch.ts';
import type { PeerFailure } from '../../../src/contract/dashboard-api/peers.ts';
import { english } from '../../../src/contract/messages/en/index.ts';
import { messageNamespace } from '../../../src/contract/messages/translate.ts';
import { message } from '../../../src/core/messages/message.ts';
import { plain } from '../plain-spaces.ts';
import { peerOf } from './peer-fixture.ts';

const failureOf = (code: PeerFailure['code'], text = message('peers.timeout')): PeerFailure => ({
  code,
  message: text,
  remedy: message('peers.retried'),
  reported_by: 'this_node',
  at: '2026-01-31T12:00:00.000Z',
});

describe('peer labels', () => {
  it('omit https, but not http', () => {
    expect(hostName('https://node.example.org:8471')).toBe('node.example.org:8471');
    expect(hostName('http://127.0.0.1:8471')).toBe('http://127.0.0.1:8471');
  });

  it('are one line each', () => {
    expect(plain(peerLine(peerOf('a')))).toBe('a.example.org: Compatible, 30 ms');
    expect(peerLine(peerOf('b', { state: 'candidate', latency_ms: null }))).toBe(
      'b.example.org: Not tried yet',
    );
  });

  it('are counted by state', () => {
    const peers = [peerOf('a'), peerOf('b', { state: 'unreachable' }), peerOf('c')];
    expect(stateCountLabel(peers)).toBe('2 compatible; 1 unreachable');
  });

  it('count failures, the most frequent first', () => {
    const of = (code: PeerFailure['code']) => peerOf(code, { failure: failureOf(code) });
    expect(countTroubles([of('tls'), of('timeout'), peerOf('fine'), of('timeout')])).toEqual([
      { cause: 'No answer in time', count: 2 },
      { cause: 'No secure connection', count: 1 },
    ]);
  });
});

describe('the filter of peers', () => {
  beforeAll(() => void i18next.addResourceBundle('en', messageNamespace, english));
  const good = peerOf('good');
  const gone = peerOf('gone', {
    state: 'unreachable',
    failure: failureOf('refused', message('peers.refused')),
  });
  const fresh = peerOf('new', { state: 'candidate', public_key: null, version: null });
  const peers = [good, gone, fresh];

  it('matches groups', () => {
    expect(filterPeers(peers, 'all', '')).toEqual(peers);
    expect(filterPeers(peers, 'used', '')).toEqual([good]);
    expect(filterPeers(peers, 'trouble', '')).toEqual([gone]);
    expect(filterPeers(peers, 'new', '')).toEqual([fresh]);
  });

  it('matches text in the address, the key and the failure, in any case', () => {
    expect(filterPeers(peers, 'all', 'NEW.ex')).toEqual([fresh]);
    expect(filterPeers(peers, 'all', 'key of good')).toEqual([good]);
    expect(filterPeers(peers, 'all', 'that port')).toEqual([gone]);
    expect(filterPeers(peers, 'used', 'that port')).toEqual([]);
  });
});

describe('transfer labels', () => {
  const transfer: Transfer = {
    id: 't',
    kind: 'fetch',
    content_id: `bafkrei${'a'.repeat(52)}`,
    name: 'song.mp3',
    host: 'https://node.example.org',
    state: 'running',
    bytes_done: 500_000,
    bytes_total: 1_000_000,
    bytes_per_s: 125_000,
    started_at: '2026-01-31T12:00:00.000Z',
    message: null,
  };

  it('show progress, speed and remaining time', () => {
    expect(plain(transferLabel(transfer))).toBe('500 kB of 1 MB · 50% · 125 kB/s · 4 seconds left');
    expect(plain(transferLabel({ ...transfer, bytes_per_s: 0 }))).toBe('500 kB of 1 MB · 50%');
    expect(plain(transferLabel({ ...transfer, bytes_total: null }))).toBe('500 kB · 125 kB/s');
    expect(plain(transferLabel({ ...transfer, state: 'failed' }))).toBe('Failed · 1 MB');
    expect(transferLabel({ ...transfer, state: 'waiting', bytes_total: null })).toBe('Waiting');
  });

  it('show source or target, and the content', () => {
    expect(transferWay(transfer)).toBe('From node.example.org');
    expect(transferWay({ ...transfer, kind: 'share' })).toBe('To node.example.org');
    expect(transferWay({ ...transfer, host: null })).toBe('Looking for a node with this file');
    expect(transferName({ ...transfer, name: null })).toMatch(/^bafkrei.*…/);
  });

  it('are summed up from known values', () => {
    const unknown: Transfer = { ...transfer, bytes_total: null, bytes_done: 7_000_000 };
    expect(summariseTransfers([transfer, unknown, { ...transfer, state: 'failed' }])).toEqual({
      underWay: 2,
      failed: 1,
      share: 0.5,
    });
    expect(summariseTransfers([unknown]).share).toBeNull();
    expect(summariseTransfers([{ ...transfer, bytes_done: 0, bytes_total: 0 }]).share).toBeNull();
  });
});

describe('the size of the remote index', () => {
  const node = { host: 'https://a.example.org', contents: 5, synced_at: null, behind: false, message: null };
  const sync: SyncState = {
    state: 'idle',
    paused_by: [],
    contents: 1200,
    max_contents: 1_000_000,
    nodes: [{ ...node, synced_at: '2026-01-31T12:00:00.000Z' }, node],
  };

  it('is shown with the reason why it does not grow', () => {
    expect(syncLabel(sync)).toBe('1,200 files found on 1 other node.');
    expect(syncLabel({ ...sync, state: 'paused', paused_by: ['manual', 'metered'] })).toBe(
      '1,200 files found on 1 other node. Paused, because you paused it and the connection is metered.',
    );
    expect(syncLabel({ ...sync, contents: 0 })).toBe('No files found on other nodes yet.');
    expect(syncLabel({ ...sync, state: 'off' })).toContain('Discovery is off');
  });
});

describe('rate limits', () => {
  it.each([
    ['', null],
    ['  ', null],
    ['1', 1_000_000],
    ['2,5', 2_500_000],
    ['0.1', 100_000],
    ['0', undefined],
    ['-1', undefined],
    ['1e3', undefined],
    ['fast', undefined],
  ])('%j is parsed', (typed, bytes) => {
    expect(parseLimit(typed)).toBe(bytes);
  });

  it('are parsed in the form in which they are shown', () => {
    for (const bytes of [null, 1024 ** 2, 262_144, 104_858, 999_999_999]) {
      const again = parseLimit(limitText(bytes));
      expect(limitText(again ?? null)).toBe(limitText(bytes));
    }
  });
});

describe('the result of the self-test', () => {
  const check = (
    id: string,
    result: 'ok' | 'warning' | 'failed' | 'skipped',
    remedy: string | null = null,
  ) => ({
    id,
    title: { reason: 'general.text', params: { text: `The ${id}` } },
    result,
    detail: { reason: 'general.text', params: { text: `About the ${id}.` } },
    remedy: remedy === null ? null : { reason: 'general.text', params: { text: remedy } },
  });
  const checks = [
    check('store', 'ok'),
    check('moon', 'warning', 'Move it.'),
    check('clock', 'failed', 'Set it.'),
  ];

  it('starts with failures', () => {
    expect(byUrgency(checks).map(({ id }) => id)).toEqual(['clock', 'moon', 'store']);
    expect(outcomeLabel(checks)).toBe('1 check of 3 failed, 1 warning.');
    expect(outcomeLabel([check('store', 'ok'), check('host', 'skipped')])).toBe('No problems found.');
  });

  it('can be sent as a text', () => {
    const text = selfTestText({ checked_at: '2026-01-31T12:00:00.000Z', checks });
    expect(text.split('\n').slice(1)).toEqual([
      'Failed: The clock',
      '  About the clock.',
      '  Solution: Set it.',
      'Warning: The moon',
      '  About the moon.',
      '  Solution: Move it.',
      'Passed: The store',
      '  About the store.',
      '',
    ]);
  });
});
