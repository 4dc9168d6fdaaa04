import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { overview } from '../../src/contract/dashboard-api/administration/monitoring.ts';
import {
  type DescribedSetting,
  settingsState,
  settingValues,
} from '../../src/contract/dashboard-api/administration/settings.ts';
import {
  isLiveSetting,
  isSecretSetting,
  isSetByAction,
  partsOf,
  type SettingName,
  settingNames,
} from '../../src/contract/setting-names.ts';
import type { SettingsInput } from '../../src/contract/settings.ts';
import { settingsFromFile } from '../../src/core/settings.ts';
import { json, startTestNode, type TestNode, temporaryFolder } from '../support/node/start-test-node.ts';

let node: TestNode | undefined;
const stop = async () => {
  await node?.stop();
  node = undefined;
};

async function start(options: { dataDir?: string; settings?: SettingsInput; restart?: () => void } = {}) {
  node = await startTestNode(options);
  return node;
}
const ask = async (path: string, init?: RequestInit) => {
  const response = await node?.askLocal(path, init);
  return { status: response?.status, body: await response?.json() };
};
const change = (edit: object) => ask('/local/settings', { method: 'PATCH', ...json(edit) });
const state = async () => settingsState.parse((await ask('/local/settings')).body);
const values = async () => settingValues(await state());
const setting = async (name: SettingName) =>
  (await state()).settings.find((one) => one.name === name) as DescribedSetting;

const bucketFile = join(temporaryFolder(), 'bucket.json');
const bucket = {
  endpoint: 'http://127.0.0.1:9',
  bucket: 'files',
  access_key_id: 'id',
  secret_access_key: 's',
};
writeFileSync(bucketFile, JSON.stringify(bucket));
const wrongBucketFile = `${bucketFile}.wrong`;
writeFileSync(wrongBucketFile, JSON.stringify({ ...bucket, endpoint: 's3.example.org' }));

/** For each setting another value than that of a test node. */
const others = {
  node: { type: 'public', public_host: 'https://node.example.org', listen: '0.0.0.0', port: 18_471 },
  dashboard: { port: 18_472, purpose: 'sell' },
  network: {
    bootstrap: ['https://a.example'],
    allow_private_hosts: true,
    practice_people: false,
    paused: true,
    pause_on_metered: true,
    pause_on_battery: true,
    down_bytes_per_s: 100_000,
    up_bytes_per_s: 200_000,
    index_contents: 7,
  },
  storage: {
    copies_bytes: 1,
    check_bytes_per_s: 2,
    check_days: 3,
    quota_bytes: 4_000_000,
    max_upload_bytes: 5,
    free_space_floor_bytes: 6,
    user_quota_bytes: 7,
    s3_file: bucketFile,
  },
  sign_in: {
    who: 'list',
    list: ['telegram:12345'],
    domains: ['app.example'],
    telegram_bot_token: '12:secret-of-the-bot',
    telegram_bot_id: 12,
    manifest_url: 'https://node.example.org/manifest.json',
    wallets_file: join(import.meta.dirname, '../support/wallets/unreachable-wallets.json'),
  },
  operator: {
    name: 'Sea Records',
    description: 'Songs of the sea',
    image_url: 'https://sea.example/logo.png',
    links: ['https://sea.example'],
    terms_url: 'https://sea.example/terms',
    privacy_url: 'https://sea.example/privacy',
  },
  activity: { keep_days: 5 },
  http: {
    allowed_origins: ['https://app.example'],
    trusted_proxies: ['10.0.0.0/8'],
    host_names: ['node.local'],
    requests_per_minute: 1,
    handshakes_per_minute: 2,
    sign_ins_per_minute: 3,
  },
  chain: {
    network: 'testnet',
    endpoint: 'https://chain.example/api/v2/jsonRPC',
    endpoints: ['https://other.example/api/v2/jsonRPC'],
    quorum: 2,
    requests_per_second: 7,
    api_key: 'secret-of-the-endpoint',
    master_address: `0:${'1'.repeat(64)}`,
    sponsor_registrations: true,
    sponsor_daily_limit: '1',
    token_daily_limit: '2',
    offline_grace: 60,
  },
  prices: { currency: 'EUR', source: 'https://rates.example/?in={currency}' },
} as const satisfies SettingsInput;

describe('every setting', () => {
  afterEach(stop);
  it('is changed at once or after a restart as declared, is kept, and can be reset', async () => {
    const dataDir = temporaryFolder();
    await start({ dataDir });
    const before = await state();
    expect(before.settings.map(({ name }) => name)).toEqual(settingNames);
    expect((await change(others)).status).toBe(200);
    const changed = await state();
    for (const {
      name,
      value,
      is_set,
      source,
      secret,
      needs_restart,
      waits_for_restart,
    } of changed.settings) {
      // A replica cannot have all of the other values.
      if (isSetByAction(name) || name === 'node.cluster_file') continue;
      const [section, key] = partsOf(name);
      const wanted = (others as Record<string, Record<string, unknown>>)[section]?.[key];
      expect(wanted, `${name} is in this test`).toBeDefined();
      expect({ name, value, source, is_set }).toEqual({
        ...{ name, source: 'dashboard', is_set: true },
        value: secret ? null : wanted,
      });
      expect({ name, needs_restart }).toEqual({ name, needs_restart: !isLiveSetting(name) });
      // The list of wallets is the one in the file of this node's settings.
      if (name !== 'sign_in.wallets_file') {
        expect({ name, waits_for_restart }).toEqual({ name, waits_for_restart: needs_restart });
      }
    }
    expect(JSON.stringify(changed)).not.toContain('secret-of');
    const kept = readFileSync(join(dataDir, 'dashboard-settings.json'), 'utf8');
    expect(JSON.parse(kept)).toEqual(others);

    const reset = settingNames.filter((name) => !isSetByAction(name));
    expect(await change({ reset })).toMatchObject({ status: 200, body: before });
  });

  it('applies from the next start on', async () => {
    const dataDir = temporaryFolder();
    await start({ dataDir });
    await change({ storage: { max_upload_bytes: 10 }, network: { down_bytes_per_s: 100_000 } });
    const stored = async () => {
      const client = (node as TestNode).client(await node?.token('storage:write'));
      return client.storage.upload(Buffer.from('More than ten bytes')).then(
        () => true,
        () => false,
      );
    };
    expect(await setting('storage.max_upload_bytes')).toMatchObject({ waits_for_restart: true });
    expect(await stored()).toBe(true);
    await node?.stop();
    await start({ dataDir });
    expect(await setting('storage.max_upload_bytes')).toMatchObject({ value: 10, waits_for_restart: false });
    expect(await stored()).toBe(false);
    expect(await values()).toMatchObject({ network: { down_bytes_per_s: 100_000 } });
    await change({ network: { down_bytes_per_s: null } });
    expect(await setting('network.down_bytes_per_s')).toMatchObject({ value: null, source: 'dashboard' });
  });
});

describe('rejects by name, without any change:', () => {
  const refusals: [what: string, edit: object, names: string[]][] = [
    ['a negative rate', { network: { up_bytes_per_s: -1, paused: true } }, ['network.up_bytes_per_s']],
    ['a word for a size', { storage: { copies_bytes: 'much' } }, ['storage.copies_bytes']],
    ['too few days', { storage: { check_days: 0 } }, ['storage.check_days']],
    ['null for a required value', { node: { type: null } }, ['node.type']],
    ['a public node without a host', { node: { type: 'public' } }, ['node.public_host']],
    [
      'an origin with a path',
      { http: { allowed_origins: ['https://a.example/x'] } },
      ['http.allowed_origins'],
    ],
    ['an invalid entry of the list', { sign_in: { list: ['Ada'] } }, ['sign_in.list']],
    ['a proxy with an invalid address', { http: { trusted_proxies: ['proxy'] } }, ['http.trusted_proxies']],
    ['a bucket with an invalid endpoint', { storage: { s3_file: wrongBucketFile } }, ['storage.s3_file']],
    ['a missing file', { sign_in: { wallets_file: '/none.json' } }, ['sign_in.wallets_file']],
    ['an invalid address of a platform', { chain: { master_address: 'here' } }, ['chain.master_address']],
    ['an address of another computer', { node: { listen: '192.0.2.1' } }, ['node.listen']],
    ['a folder without a move', { storage: { folder: '/elsewhere' } }, ['storage.folder']],
    ['practice mode without a network', { network: { practice: true } }, ['network.practice']],
    ['unknown settings', { node: { colour: 'red', __proto__x: 1 } }, ['node.colour', 'node.__proto__x']],
    ['a reset of an unknown setting', { reset: ['node.colour', 'toString'] }, ['node.colour', 'toString']],
  ];
  beforeAll(() => start());
  afterAll(stop);
  it.each(refusals)('%s', async (_what, edit, names) => {
    const before = await state();
    const { status, body } = await change(edit);
    expect(status).toBe(400);
    expect(body.errors.map(({ path }: { path: string }) => path)).toEqual(
      names.map((name) => `body.${name}`),
    );
    for (const name of names) expect(body.detail).toContain(name);
    expect(await state()).toEqual(before);
  });

  it('a port that another program uses', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const { status, body } = await change({ dashboard: { port } });
    other.close();
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ path: 'body.dashboard.port', message: /EADDRINUSE/ }]);
  });

  it('one port for both APIs', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => free.once('listening', resolve));
    const { port } = free.address() as AddressInfo;
    await new Promise((resolve) => free.close(resolve));
    const { status, body } = await change({ node: { port }, dashboard: { port } });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ path: 'body.node.port', reason: 'settings.portsEqual' }]);
  });
});

describe('the settings', () => {
  afterEach(stop);
  it('who may sign in, web apps and the log change while the node runs', async () => {
    await start();
    const who = async () => (await ask('/local/sign-in')).body;
    expect(await who()).toMatchObject({ who: 'owner' });
    await change({ sign_in: { who: 'list', list: ['telegram:12345'] } });
    expect(await who()).toMatchObject({ who: 'list', list: ['telegram:12345'] });

    const allowed = async () =>
      (await node?.ask('/health', { headers: { Origin: 'https://app.example' } }))?.headers.get(
        'access-control-allow-origin',
      );
    expect(await allowed()).toBeNull();
    await change({ http: { allowed_origins: ['https://app.example'] } });
    expect(await allowed()).toBe('https://app.example');

    await change({ activity: { keep_days: 0 } });
    const lines = async () => (await ask('/local/activity')).body.entries.length;
    const noted = await lines();
    await ask('/local/peers/retry', { method: 'POST', ...json({ host: 'https://unknown.example' }) });
    expect(await lines()).toBe(noted);
  });

  it('purpose and quota of the overview change while the node runs', async () => {
    await start();
    const shown = async () => overview.parse((await ask('/local/overview')).body);
    expect((await shown()).purpose).toBeNull();
    await change({ dashboard: { purpose: 'keep' }, storage: { quota_bytes: 50_000_000 } });
    const { purpose, storage } = await shown();
    expect([purpose, storage.quota_bytes]).toEqual(['keep', 50_000_000]);
  });

  it('report that a setting with a higher source cannot be changed', async () => {
    await start({ settings: { network: { paused: false } } });
    expect(await setting('network.paused')).toMatchObject({ source: 'command_line' });
    const { status, body } = await change({ network: { paused: true, up_bytes_per_s: 5000 } });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_request', errors: [{ path: 'body.network.paused' }] });
    expect(body.detail).toContain('set by the command line');
    expect(await values()).toMatchObject({ network: { paused: false, up_bytes_per_s: null } });
  });

  it('report the source of each value, and its value without the dashboard', async () => {
    const dataDir = temporaryFolder();
    const file = { activity: { keep_days: 9 }, storage: { check_days: 8 } };
    writeFileSync(join(dataDir, 'settings.json'), JSON.stringify(file));
    process.env.ALCOVE_STORAGE__CHECK_DAYS = '12';
    const { readSettingsSources } = await import('../../src/app/node.ts');
    const given = readSettingsSources(dataDir, ['storage.copies_bytes=17']);
    delete process.env.ALCOVE_STORAGE__CHECK_DAYS;
    const { SettingsService } = await import('../../src/features/settings/settings-service.ts');
    const { FileSettingsLayer } = await import('../../src/core/settings.ts');
    const store = new FileSettingsLayer(dataDir);
    store.write({ later: { unknown: 1 } } as SettingsInput);
    store.write({ activity: { keep_days: 2 } }, ['later.unknown']);
    const service = new SettingsService({ given, settingsStore: store });
    const of = (name: SettingName) => service.state().settings.find((one) => one.name === name);
    expect(of('storage.copies_bytes')).toMatchObject({ value: 17, source: 'command_line' });
    expect(of('storage.check_days')).toMatchObject({ value: 12, source: 'environment' });
    expect(of('network.paused')).toMatchObject({ value: false, source: 'default' });
    const otherwise = { value: 9, source: 'file' };
    expect(of('activity.keep_days')).toMatchObject({ value: 2, source: 'dashboard', default: 30, otherwise });
    service.change({ reset: ['activity.keep_days'] });
    expect(of('activity.keep_days')).toMatchObject({ ...otherwise, otherwise });
    expect(settingsFromFile(dataDir)).toEqual(file);
  });

  it('restart the node if the process can, and otherwise describe the next step', async () => {
    let restarts = 0;
    await start({ restart: () => (restarts += 1) });
    expect(await state()).toMatchObject({ can_restart: true });
    expect((await ask('/local/restart', { method: 'POST' })).status).toBe(200);
    await expect.poll(() => restarts).toBe(1);
    await node?.stop();
    await start();
    expect(await state()).toMatchObject({ can_restart: false });
    const { status, body } = await ask('/local/restart', { method: 'POST' });
    expect(status).toBe(412);
    expect(body.detail).toContain('start it again');
  });

  it('show no secret from any source', async () => {
    await start({ settings: { sign_in: { telegram_bot_token: '12:secret' } } });
    expect(settingNames.filter(isSecretSetting)).toEqual(['sign_in.telegram_bot_token', 'chain.api_key']);
    const shown = await setting('sign_in.telegram_bot_token');
    expect(shown).toMatchObject({ secret: true, is_set: true, value: null, otherwise: { value: null } });
  });
});
