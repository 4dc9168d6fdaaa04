import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settingsState } from '../../../src/contract/dashboard-api/administration/settings.ts';
import { signedIn } from '../../../src/contract/node-api/auth.ts';
import type { SettingName } from '../../../src/contract/setting-names.ts';
import { runAlcove } from '../../support/node/run-alcove.ts';
import { json, type TestNode } from '../../support/node/start-test-node.ts';
import { missingPostgres } from '../../support/postgres/postgres-server.ts';
import { type Cluster, openCluster } from '../../support/replicas/cluster.ts';
import { telegramInitData } from '../../support/wallets/telegram-init-data.ts';

const missing = missingPostgres();
const botToken = '42:a-token-of-a-bot';

describe.skipIf(missing)(`settings of replicas${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let cluster: Cluster;
  const nodes = new Map<string, TestNode>();

  beforeAll(async () => {
    cluster = await openCluster();
    const migrated = await runAlcove('cluster', 'migrate', '--cluster-file', cluster.clusterFile());
    expect(migrated.stderr).toBe('');
    await Promise.all([start('a'), start('b')]);
  });
  afterAll(async () => {
    await Promise.all([...nodes.values()].map((node) => node.stop()));
    await cluster?.close();
  });

  const start = async (name: string) => void nodes.set(name, await cluster.startHere(name));
  const restart = async (name: string) => {
    await nodes.get(name)?.stop();
    await start(name);
  };
  const at = (name: string) => nodes.get(name) as TestNode;
  const change = async (name: string, edit: object) => {
    const answer = await at(name).askLocal('/local/settings', { method: 'PATCH', ...json(edit) });
    expect(answer.status).toBe(200);
  };
  const setting = async (name: string, wanted: SettingName) => {
    const state = settingsState.parse(await (await at(name).askLocal('/local/settings')).json());
    return state.settings.find((one) => one.name === wanted);
  };
  const signIn = async (name: string, id: number) => {
    const twa_data = telegramInitData(botToken, { id, first_name: 'Ada' }, Math.floor(Date.now() / 1000));
    const body = json({ twa_data });
    const answer = await at(name).ask('/api/v1/auth.twa', { method: 'POST', ...body });
    return signedIn.parse(await answer.json()).user?.telegram_id ?? null;
  };
  const rows = async (): Promise<string> => {
    const database = cluster.server.open();
    try {
      return JSON.stringify(
        await database.query("SELECT * FROM replicated_rows WHERE table_name = 'node_settings'"),
      );
    } finally {
      await database.close();
    }
  };

  it('hold for all of them, also who may sign in, and keep secrets', async () => {
    await change('a', { sign_in: { telegram_bot_token: botToken, who: 'anyone' } });
    await expect
      .poll(() => setting('b', 'sign_in.telegram_bot_token'))
      .toMatchObject({
        ...{ is_set: true, value: null, source: 'dashboard', waits_for_restart: true },
      });
    expect(await rows()).toContain('telegram_bot_token');
    expect(await rows()).not.toContain(botToken);
    await restart('b');
    expect(await signIn('b', 7)).toBe(7);

    await change('b', { sign_in: { who: 'list', list: ['telegram:7'] } });
    await expect
      .poll(() => setting('a', 'sign_in.who'))
      .toMatchObject({ value: 'list', source: 'dashboard' });
    await restart('a');
    expect([await signIn('a', 8), await signIn('a', 7)]).toEqual([null, 7]);
    expect([await signIn('b', 8), await signIn('b', 7)]).toEqual([null, 7]);
    await change('a', { sign_in: { list: ['telegram:8'] } });
    await expect.poll(async () => [await signIn('b', 8), await signIn('b', 7)]).toEqual([8, null]);

    await change('b', { reset: ['sign_in.who'] });
    await expect.poll(() => setting('a', 'sign_in.who')).toMatchObject({ value: null, source: 'default' });
  });

  it('stay those of one where they concern its computer', async () => {
    await change('a', { network: { paused: true }, operator: { name: 'Ada' } });
    await expect.poll(() => setting('b', 'operator.name')).toMatchObject({ value: 'Ada' });
    expect(await setting('b', 'network.paused')).toMatchObject({ value: false });
    expect(await setting('a', 'network.paused')).toMatchObject({ value: true, source: 'dashboard' });
  });

  it('are taken from a replica of an earlier version as far as they have not changed since', async () => {
    await change('a', { operator: { name: 'Ada' } });
    const folder = cluster.folder('earlier');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, 'dashboard-settings.json');
    const own = { operator: { name: 'Bo', description: 'Songs' }, network: { up_bytes_per_s: 9 } };
    writeFileSync(file, JSON.stringify(own));
    await start('earlier');
    expect(await setting('earlier', 'operator.name')).toMatchObject({ value: 'Ada' });
    await expect.poll(() => setting('b', 'operator.description')).toMatchObject({ value: 'Songs' });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ network: { up_bytes_per_s: 9 } });
    await change('b', { reset: ['operator.description'] });
    await restart('earlier');
    expect(await setting('earlier', 'operator.description')).toMatchObject({ value: null });
  });

  it('are refused where no replica could start with them', async () => {
    const edit = json({ chain: { network: 'embedded' } });
    const refused = await at('a').askLocal('/local/settings', { method: 'PATCH', ...edit });
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('chain.endpoint')]);
    const database = cluster.server.open();
    await database.query(
      `WITH next AS (UPDATE replicated_changes SET last = last + 1, id = gen_random_uuid() RETURNING last, id),
         known AS (INSERT INTO replicated_change_ids SELECT last, id FROM next)
       INSERT INTO replicated_rows SELECT 'node_settings', '["chain.network"]',
         '{"name":"chain.network","value":"\\"embedded\\""}', last FROM next`,
    );
    await database.close();
    await expect(cluster.startHere('new')).rejects.toThrow('chain.endpoint');
  });
});
