import { expect, it } from 'vitest';
import { createLogger } from '../../src/core/log/logger.ts';
import { message } from '../../src/core/messages/message.ts';
import { NodeError } from '../../src/core/node-error.ts';
import {
  ChainCheckService,
  type CheckedChain,
  type CheckedManifest,
} from '../../src/features/diagnostics/index.ts';

const grams = (amount: number): bigint => BigInt(amount * 1000) * 1_000_000n;
const now = 1_800_000_000_000;

/** A chain without any fault. */
const chain = (changes: Partial<CheckedChain> = {}): CheckedChain => ({
  network: 'mainnet',
  quorum: 2,
  hasKey: true,
  services: ['toncenter.com', 'ton.example.org'].map((host) => ({
    host,
    newestBlock: async () => now / 1000 - 3,
  })),
  confirm: async () => {},
  costs: async () => ({
    ...{ deploy: grams(0.165), deposit: grams(0.1), metadata: grams(0.035) },
    ...{ register: grams(0.19), purchase: grams(0.075) },
  }),
  platform: async () => ({
    ...{ address: 'EQ', source: 'own', generation: 1, need: 'nothing', isOrdered: false, successor: null },
  }),
  wallet: { address: 'UQ', balance: async () => grams(1) },
  index: () => ({ status: 'ok', message: null, height: 7 }),
  close: () => {},
  ...changes,
});

const reachable: CheckedManifest = {
  url: () => 'https://host.example/api/tonconnect-manifest.json',
  isReachable: () => true,
  isOwn: () => false,
  answers: async () => true,
};

async function checked(changes: Partial<CheckedChain> = {}, manifest: Partial<CheckedManifest> = {}) {
  let closed = 0;
  const service = new ChainCheckService({
    open: async () => chain({ close: () => (closed += 1), ...changes }),
    manifest: { ...reachable, ...manifest },
    clock: () => now,
    logger: createLogger('silent'),
    onChange: () => {},
  });
  const check = await service.run({});
  expect(closed).toBe(1);
  const found = Object.fromEntries(
    check.checks.map(({ id, result, detail }) => [id, [result, detail?.reason]]),
  );
  return { ...check, found };
}

it('the check of a network passes without a fault', async () => {
  const { ready, found } = await checked();
  expect(ready).toBe(true);
  expect(found).toEqual({
    'service:toncenter.com': ['ok', 'chainCheck.serviceAnswers'],
    'service:ton.example.org': ['ok', 'chainCheck.serviceAnswers'],
    key: ['ok', 'chainCheck.keySet'],
    agreement: ['ok', 'chainCheck.servicesAgree'],
    fees: ['ok', 'chainCheck.feesFit'],
    index: ['ok', 'chainCheck.indexed'],
    platform: ['ok', 'chainCheck.platformOwn'],
    wallet: ['ok', 'chainCheck.walletSuffices'],
    manifest: ['ok', 'chainCheck.manifestOfHost'],
  });
});

const away = () => Promise.reject(new NodeError('chain_unavailable', 'chain.timeout'));
const behind = (seconds: number) => ({
  services: [{ host: 'ton.example.org', newestBlock: async () => now / 1000 - seconds }],
});
const platform = (changes: object) => ({
  platform: async () => ({
    ...{ address: 'EQ', source: 'own', generation: 1, need: 'nothing' as const, isOrdered: false },
    successor: null,
    ...changes,
  }),
});

it.each<[string, Partial<CheckedChain>, string, string, string, boolean]>([
  ['a minute behind', behind(100), 'service:ton.example.org', 'warning', 'chainCheck.serviceBehind', true],
  ['an hour behind', behind(3600), 'service:ton.example.org', 'failed', 'chainCheck.serviceBehind', false],
  ['ahead of the clock', behind(-600), 'service:ton.example.org', 'warning', 'chainCheck.clockBehind', true],
  ['without a key', { hasKey: false }, 'key', 'warning', 'chainCheck.keyMissing', true],
  ['one service for real money', { quorum: 1 }, 'agreement', 'warning', 'chainCheck.oneServiceOfMany', true],
  [
    'one service for test money',
    { quorum: 1, network: 'testnet' },
    'agreement',
    'ok',
    'chainCheck.oneServiceEnough',
    true,
  ],
  [
    'services that differ',
    { confirm: () => Promise.reject(new NodeError('chain_unavailable', 'chain.servicesDisagree')) },
    ...(['agreement', 'failed', 'chain.servicesDisagree', false] as const),
  ],
  [
    'fees above the attached amount',
    { costs: () => Promise.reject(new NodeError('chain_unavailable', 'chain.feesTooHigh')) },
    ...(['fees', 'failed', 'chain.feesTooHigh', false] as const),
  ],
  [
    'texts that are too long',
    { platform: () => Promise.reject(new NodeError('precondition_failed', 'orders.platformTextsTooLong')) },
    ...(['platform', 'failed', 'orders.platformTextsTooLong', false] as const),
  ],
  [
    'an index that is behind',
    { index: () => ({ status: 'syncing', message: null, height: 1 }) },
    'index',
    'warning',
    'chainCheck.indexing',
    true,
  ],
  [
    'a network that is not followed',
    { index: () => undefined },
    'index',
    'skipped',
    'chainCheck.notFollowed',
    false,
  ],
  [
    'no platform',
    platform({ generation: undefined, need: 'deployment' }),
    'platform',
    'warning',
    'chainCheck.platformMissing',
    false,
  ],
  [
    'a platform during its set-up',
    platform({ generation: undefined, need: 'deployment', isOrdered: true }),
    'platform',
    'warning',
    'orders.platformStarting',
    false,
  ],
  [
    'other texts on the chain',
    platform({ need: 'metadata' }),
    'platform',
    'warning',
    'chainCheck.platformOutdated',
    true,
  ],
  [
    'an unknown contract',
    platform({ generation: null, source: 'configured' }),
    'platform',
    'failed',
    'orders.platformUnknown',
    false,
  ],
  [
    'no platform at the address in the settings',
    platform({ generation: undefined, source: 'configured' }),
    'platform',
    'failed',
    'orders.platformNotThere',
    false,
  ],
  [
    'no platform at the address of a host',
    platform({ generation: undefined, source: 'host.example' }),
    'platform',
    'failed',
    'orders.platformOfHostNotThere',
    false,
  ],
  [
    'the platform of a host',
    platform({ source: 'host.example' }),
    'platform',
    'ok',
    'chainCheck.platformOfHost',
    true,
  ],
  ...(['successorVerified', 'successorUnknown', 'successorOfOthers'] as const).map(
    (name): [string, Partial<CheckedChain>, string, string, string, boolean] => [
      `a platform with a ${name}`,
      platform({ source: 'configured', successor: message(`orders.${name}`, { address: 'EQ2' }) }),
      ...(['platform', name === 'successorVerified' ? 'ok' : 'warning', `orders.${name}`, true] as const),
    ],
  ),
  [
    'too little for a registration',
    { wallet: { address: 'UQ', balance: async () => grams(0.1) } },
    'wallet',
    'warning',
    'chainCheck.walletLow',
    true,
  ],
  [
    'too little for a platform',
    {
      ...platform({ generation: undefined, need: 'deployment' }),
      wallet: { address: 'UQ', balance: async () => grams(0.1) },
    },
    ...(['wallet', 'warning', 'chainCheck.walletEmpty', false] as const),
  ],
  [
    'just enough for a platform',
    {
      ...platform({ generation: undefined, need: 'deployment' }),
      wallet: { address: 'UQ', balance: async () => grams(0.2) },
    },
    ...(['wallet', 'ok', 'chainCheck.walletForStore', false] as const),
  ],
  [
    'a balance that cannot be read',
    { wallet: { address: 'UQ', balance: away } },
    'wallet',
    'failed',
    'chain.timeout',
    false,
  ],
])('the check of a network reports %s', async (_, changes, id, result, reason, isReady) => {
  const { ready, found } = await checked(changes);
  expect(found[id]).toEqual([result, reason]);
  expect(ready).toBe(isReady);
});

it('sends no more requests when no service answers', async () => {
  const unasked = () => Promise.reject(new Error('asked'));
  const { found, ready } = await checked({
    services: [{ host: 'ton.example.org', newestBlock: away }],
    ...{ costs: unasked, platform: unasked, confirm: unasked },
  });
  expect(ready).toBe(false);
  expect(found['service:ton.example.org']).toEqual(['failed', 'chain.timeout']);
  for (const id of ['agreement', 'fees', 'index', 'platform', 'wallet'])
    expect(found[id]).toEqual(['skipped', 'chainCheck.noService']);
});

it.each<[string, Partial<CheckedManifest>, string, string]>([
  [
    'at an address that phones cannot reach',
    { isReachable: () => false },
    'warning',
    'chainCheck.manifestLocal',
  ],
  ['that does not answer', { answers: async () => false }, 'warning', 'chainCheck.manifestFailed'],
  ['of this node', { isOwn: () => true }, 'ok', 'chainCheck.manifestRead'],
])('the check of a network reports a manifest %s', async (_, manifest, result, reason) => {
  expect((await checked({}, manifest)).found.manifest).toEqual([result, reason]);
  expect((await checked({ network: 'embedded' }, manifest)).found.manifest?.[0]).toBe('skipped');
});

it('shows its progress, and discards a check that was cancelled or started again', async () => {
  const answers: ((time: number) => void)[] = [];
  let changes = 0;
  const service = new ChainCheckService({
    open: async () =>
      chain({
        services: [{ host: 'slow.example', newestBlock: () => new Promise((done) => answers.push(done)) }],
      }),
    manifest: reachable,
    clock: () => now,
    logger: createLogger('silent'),
    onChange: () => {
      changes += 1;
    },
  });
  await service.start({});
  await expect
    .poll(() => service.current?.checks.filter(({ result }) => result !== 'waiting').length)
    .toBe(1);
  expect(service.current).toMatchObject({ finished_at: null, ready: false });
  service.cancel();
  expect(service.current).toBeNull();
  const before = changes;
  answers[0]?.(now / 1000);
  await service.start({});
  expect(service.current?.checks[0]).toMatchObject({ result: 'waiting' });
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.(now / 1000);
  await expect.poll(() => service.current?.ready).toBe(true);
  expect(changes).toBeGreaterThan(before);
  expect(service.current?.checks[0]?.title).toEqual(message('chainCheck.service', { host: 'slow.example' }));
});
