import type { LocalContent, LocalContentPage } from '../../../src/contract/dashboard-api/content.ts';
import type { Subscription, SyncState } from '../../../src/contract/dashboard-api/discovery.ts';
import type { Transfer } from '../../../src/contract/dashboard-api/fetch.ts';
import type { LocalPeer, PeerFailure, PeerHistory } from '../../../src/contract/dashboard-api/peers.ts';
import type { SharedContent, ShareHost } from '../../../src/contract/dashboard-api/sharing.ts';
import type { StorageState } from '../../../src/contract/dashboard-api/storage.ts';
import type { RemoteContentList } from '../../../src/contract/node-api/discovery.ts';
import { message, toMessage } from '../../../src/core/messages/message.ts';
import { quoteRemote } from '../../../src/features/public-nodes/index.ts';
import { failureMessages } from '../../../src/platform/net/failures/failure-messages.ts';
import type { StandIns } from '../support/stand-ins.ts';

const GiB = 1024 ** 3;
const MiB = 1024 ** 2;
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
const idOf = (letter: string) => `bafkrei${letter.repeat(52)}`;
const studio = 'https://studio.example.org';
const longHost = 'https://a-node-with-quite-a-long-name.department.university.example.org:8443';

function peer(name: string, given: Partial<LocalPeer>): LocalPeer {
  return {
    host: `https://${name}.example.org`,
    state: 'compatible',
    public_key: 'FAe4sisG95oZ42w7buUn5qEE4TAnfTTFPiguZUHmhiF',
    version: '1.0.0',
    capabilities: ['storage', 'storage.range', 'content'],
    warning: null,
    source: 'learned',
    last_contact: inSeconds(-40),
    next_attempt: inSeconds(80),
    latency_ms: 31,
    failure: null,
    offered_key: null,
    exchanged: {
      handshakes: 1234,
      received_bytes: 3 * GiB,
      sent_bytes: 12 * MiB,
      fetched_contents: 41,
      shared_contents: 3,
    },
    contents: 1234,
    ...given,
  };
}

/** A peer in each error state, and two healthy ones. */
function peersInTrouble(): LocalPeer[] {
  const codes = Object.keys(failureMessages) as PeerFailure['code'][];
  const states: Partial<Record<PeerFailure['code'], LocalPeer['state']>> = {
    key_changed: 'key_changed',
    version: 'incompatible',
    self: 'candidate',
  };
  return [
    peer('studio', { source: 'named' }),
    peer('old', {
      state: 'warning',
      version: '1.3.0',
      warning: message('peers.versionsDiffer', { answering: '1.3.0', asking: '1.0.0' }),
      latency_ms: 612,
    }),
    peer('', { host: longHost, source: 'named', latency_ms: 88 }),
    ...codes.map((code) =>
      peer(code.replaceAll('_', '-'), {
        state: states[code] ?? 'unreachable',
        latency_ms: null,
        offered_key: code === 'key_changed' ? '9vQ4mFz3yUqJcX1ZkTn5sYbD7pWgRa2hLeE6oMuKtVd' : null,
        failure: {
          message: toMessage(failureMessages[code].message),
          remedy: toMessage(failureMessages[code].remedy),
          code,
          reported_by: code === 'clock_off' ? 'peer' : 'this_node',
          at: inSeconds(-20),
        },
      }),
    ),
  ];
}

const history: PeerHistory = {
  latencies: Array.from({ length: 144 }, (_, n) => ({
    at: inSeconds((n - 144) * 600),
    latency_ms: n % 29 === 7 ? null : 30 + 20 * Math.sin(n / 9) + (n % 5) * 4,
  })),
};

function transfers(): Transfer[] {
  const of = (letter: string, given: Partial<Transfer>): Transfer => ({
    id: letter,
    kind: 'fetch',
    content_id: idOf(letter),
    name: `Evening by the sea, part ${letter}.mp3`,
    host: studio,
    state: 'running',
    bytes_done: 210 * MiB,
    bytes_total: 512 * MiB,
    bytes_per_s: 3.4 * MiB,
    started_at: inSeconds(-70),
    message: null,
    ...given,
  });
  return [
    of('a', {}),
    of('b', { kind: 'share', bytes_done: 3 * MiB, bytes_total: 40 * MiB }),
    of('c', { state: 'waiting', bytes_done: 0, bytes_per_s: 0, host: null, name: null, bytes_total: null }),
    of('d', {
      state: 'paused',
      bytes_per_s: 0,
      message: message('discovery.pausedBattery'),
    }),
    of('e', {
      state: 'failed',
      host: longHost,
      bytes_per_s: 0,
      message: message('discovery.nobodyAnswered', { count: 16, unreachable: 3 }),
    }),
  ];
}

function shares(): SharedContent[] {
  const of = (letter: string, given: Partial<SharedContent>): SharedContent => ({
    host: studio,
    state: 'shared',
    key: 'none',
    listed: true,
    url: `${studio}/api/v1/storage/${idOf(letter)}`,
    page_url: `${studio}/s/${idOf(letter)}`,
    shared_at: inSeconds(-400),
    message: null,
    content_id: idOf(letter),
    name: `Evening by the sea, part ${letter}`,
    size: 40 * MiB,
    stored: true,
    also_unshared: 0,
    is_part: false,
    ...given,
  });
  return [
    of('b', { state: 'sending', shared_at: null }),
    of('a', {
      state: 'waiting',
      shared_at: null,
      message: message('general.both', {
        first: message('peers.unreachable'),
        second: message('peers.connectionRemedy'),
      }),
    }),
    of('f', { stored: false, listed: false, key: 'deposited' }),
    of('j', { key: 'waiting' }),
    of('k', {
      key: 'failed',
      message: quoteRemote('sharing.keyRefused', 'There is no room for another key.'),
    }),
    of('g', { state: 'withdrawing', message: message('sharing.mayStillStore') }),
    of('h', {
      state: 'failed',
      shared_at: null,
      message: quoteRemote('sharing.insufficientStorage', 'Delete something, or ask the operator for more.'),
    }),
    of('i', {
      host: longHost,
      state: 'waiting',
      shared_at: null,
      message: message('sharing.sessionRejectedLater'),
    }),
  ];
}

function shareHosts(): ShareHost[] {
  const at = inSeconds(-90_000);
  return [
    {
      host: studio,
      signed_in: { way: 'wallet', at },
      reachable: false,
      latency_ms: null,
      stored: 1200,
      contents: 3,
      bytes: 120 * MiB,
      message: null,
    },
    {
      host: longHost,
      signed_in: null,
      reachable: true,
      latency_ms: 23,
      stored: null,
      contents: 0,
      bytes: 0,
      message: message('sharing.tokenRejected'),
    },
  ];
}

function subscriptions(): Subscription[] {
  const of = (given: Partial<Subscription>): Subscription => ({
    id: String(given.value),
    kind: 'hashtag',
    value: 'sea',
    created_at: inSeconds(-90_000),
    matches: 12,
    stored: 7,
    stored_bytes: 3 * GiB,
    message: null,
    ...given,
  });
  return [
    of({ message: message('discovery.noSpace') }),
    of({ kind: 'author', value: 'Ada Lovelace', stored: 12 }),
    of({ kind: 'owner', value: `UQ${'C'.repeat(46)}`, stored: 0, stored_bytes: 0 }),
    of({ kind: 'content', value: idOf('a'), matches: 0, stored: 0, stored_bytes: 0 }),
  ];
}

const sync = (): SyncState => ({
  state: 'paused',
  paused_by: ['battery', 'metered'],
  contents: 123_456,
  max_contents: 1_000_000,
  nodes: [
    { host: studio, contents: 120_000, synced_at: inSeconds(-600), behind: true, message: null },
    {
      host: longHost,
      contents: 3456,
      synced_at: inSeconds(-90_000),
      behind: false,
      message: message('peers.timeout'),
    },
  ],
});

/** Every kind of stored content, a running scrub and relocation, and two damaged files. */
export function storageInTrouble(move: Partial<NonNullable<StorageState['move']>> = {}): StorageState {
  const home = '/home/ada/.local/share/Alcove/blobs';
  return {
    folder: home,
    default_folder: home,
    disk: { free_bytes: 11 * GiB, total_bytes: 252 * GiB, floor_bytes: 12 * GiB },
    used: {
      own: { contents: 1234, bytes: 41 * GiB },
      users: { contents: 87, bytes: 9 * GiB },
      pinned: { contents: 5, bytes: 2 * GiB },
      subscribed: { contents: 61, bytes: 3 * GiB },
      copies: { contents: 420, bytes: 4 * GiB },
      trash: { contents: 0, bytes: 0 },
    },
    by_user: ['Grace Hopper', `UQ${'B'.repeat(46)}`, 'Telegram user 123456789'].map((name, n) => ({
      id: name,
      name,
      contents: 40 - n * 9,
      bytes: (5 - 2 * n) * GiB,
    })),
    by_kind: (['video', 'music', 'books', 'photos', 'files'] as const).map((kind, n) => ({
      kind,
      contents: 700 - n * 150,
      bytes: (29 - 7 * n) * GiB,
    })),
    largest: ['A film with a very long name that does not fit on one line.mp4', 'Harbour.flac'].map(
      (title, n) => ({ content_id: idOf(n === 0 ? 'a' : 'b'), title, size: (9 - 5 * n) * GiB }),
    ),
    limits: { quota_bytes: 80 * GiB, copies_bytes: 5 * GiB },
    check: {
      state: 'running',
      asked: true,
      began_at: inSeconds(-300),
      verified: 612,
      contents: 1807,
      finished_at: inSeconds(-1_000_000),
      next_at: null,
    },
    damages: [
      {
        content_id: idOf('a'),
        name: 'Evening by the sea, part 1',
        problem: 'damaged',
        found_at: inSeconds(-5000),
        message: {
          reason: 'storage.repairFailed',
          params: { why: { reason: 'storage.notRepaired', params: {} } },
        },
        next_attempt: inSeconds(1200),
      },
      {
        content_id: idOf('b'),
        name: 'A rather long name of a recording from the summer of last year, take 7',
        problem: 'missing',
        found_at: inSeconds(-50),
        message: { reason: 'storage.repairPending', params: {} },
        next_attempt: null,
      },
    ],
    move: {
      from: home,
      to: '/media/ada/A large disk/alcove',
      state: 'running',
      files_done: 402,
      files_total: 1807,
      bytes_done: 13 * GiB,
      bytes_total: 60 * GiB,
      message: null,
      ...move,
    },
  };
}

const encrypted = {
  content_address: null,
  withdrawn: false,
  plain_type: 'audio/mpeg',
  plain_size: 2 * GiB,
  key: true,
};
const encryption = { done_bytes: GiB, size: 4 * GiB, encrypted_id: null, message: null };
/** Contents that are sold, or put up for sale. */
const sales: Partial<LocalContent>[] = [
  { encrypted: { ...encrypted, content_address: `kQ${'a'.repeat(46)}` }, published: true },
  { encrypted: { ...encrypted, key: false } },
  { encryption: { ...encryption, state: 'encrypting' } },
  { encryption: { ...encryption, state: 'encrypted', encrypted_id: idOf('s') } },
  {
    encryption: {
      ...encryption,
      state: 'failed',
      message: { reason: 'licensing.encryptionInterrupted', params: {} },
    },
  },
];

/** The responses of a node with every error at once, in addition to its real data. */
export function troubles(content: LocalContentPage, found: RemoteContentList): StandIns {
  const [damaged, missing, waiting, ...others] = content.items;
  const [own] = shares();
  if (!damaged || !missing || !waiting || !own) throw new Error('There is too little content.');
  const [fetching] = found.items;
  return {
    '/local/peers': { peers: peersInTrouble() },
    '/local/peers/history': history,
    '/local/network/map': {
      links: ['old', 'timeout', 'refused', 'tls'].map((to) => ({
        from: studio,
        to: `https://${to}.example.org`,
      })),
    },
    '/local/transfers': {
      transfers: transfers().map((each, n) =>
        n === 0 && fetching ? { ...each, content_id: fetching.content_id, name: fetching.title } : each,
      ),
    },
    '/local/shares': { shares: shares() },
    '/local/share-hosts': { hosts: shareHosts(), node_address: `UQ${'A'.repeat(46)}` },
    '/local/subscriptions': { subscriptions: subscriptions() },
    '/local/sync': sync(),
    '/local/found': {
      ...found,
      next_cursor: null,
      top_cursor: null,
      items: found.items.map((item) => ({ ...item, stored: false })),
    },
    '/local/storage': storageInTrouble(),
    '/local/content': {
      ...content,
      next_cursor: null,
      top_cursor: null,
      items: [
        { ...damaged, damage: 'damaged' },
        { ...missing, damage: 'missing' },
        { ...waiting, shares: [{ ...own, state: 'waiting' }] },
        ...others.map((item, n) => ({ ...item, ...sales[n] })),
      ],
    },
  };
}
