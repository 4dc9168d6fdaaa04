import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startup } from '../../../src/contract/messages/en/startup.ts';
import type { Settings, SettingsInput } from '../../../src/contract/settings.ts';
import { resolveSettings } from '../../../src/core/settings.ts';
import { clusterOf } from '../../../src/features/settings/index.ts';
import { tryOutSettings } from '../../../src/features/settings/settings-trial.ts';
import { runAlcove } from '../../support/node/run-alcove.ts';
import { startTestNode, temporaryFolder } from '../../support/node/start-test-node.ts';
import { randomKey } from '../../support/random-bytes.ts';

const root = temporaryFolder();
afterAll(() => rmSync(root, { recursive: true }));

const write = (name: string, content: object): string => {
  const path = join(root, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
};

const cluster_file = write('cluster.json', {
  database_url: 'postgresql://alcove@127.0.0.1:9/alcove',
  database_password: 'a password',
  node_secret: randomKey().toString('base64'),
});
const s3_file = write('bucket.json', {
  endpoint: 'http://127.0.0.1:9',
  bucket: 'bucket',
  access_key_id: 'id',
  secret_access_key: 'key',
});
const right = {
  node: { type: 'public', public_host: 'https://node.example.org', cluster_file },
  storage: { s3_file },
} satisfies SettingsInput;

type Wrong = Exclude<Extract<keyof typeof startup, `cluster${'Needs' | 'Has'}${string}`>, symbol>;

/** What each requirement of a replica refuses. */
const wrong: Readonly<Record<Wrong, SettingsInput>> = {
  clusterNeedsPublic: { ...right, node: { type: 'private', cluster_file } },
  clusterNeedsBucket: { node: right.node },
  clusterHasNoFolder: { ...right, storage: { s3_file, folder: join(root, 'elsewhere') } },
  clusterNeedsChainService: { ...right, chain: { network: 'embedded' } },
  clusterHasNoPractice: { ...right, network: { practice: true } },
};

/** Files that do not exist or describe something else. */
const wrongFiles: readonly (readonly [problem: string, settings: SettingsInput])[] = [
  ['doesn’t describe a cluster', { ...right, node: { ...right.node, cluster_file: s3_file } }],
  ['no such file', { ...right, node: { ...right.node, cluster_file: join(root, 'none.json') } }],
  ['doesn’t describe an S3 bucket', { ...right, storage: { s3_file: cluster_file } }],
];

const cases = [
  ...Object.entries(wrong).map(([id, settings]) => [startup[id as Wrong], settings] as const),
  ...wrongFiles,
];

/** Returns a data folder with these settings. */
function folderWith(settings: SettingsInput): string {
  const folder = join(root, `${Math.random()}`);
  mkdirSync(folder, { mode: 0o700 });
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings), { mode: 0o600 });
  return folder;
}

// A missing chain service is known once a replica has joined the others (`shared-settings.test.ts`), because dashboards may
// have changed it.
it.each(cases.filter(([problem]) => problem !== startup.clusterNeedsChainService))(
  'a replica whose settings are wrong is not started: %s',
  async (problem, settings) => {
    await expect(startTestNode({ settings, dataDir: folderWith({}) })).rejects.toThrow(problem);
  },
);

describe.each(cases)('a replica whose settings are wrong: %s', (problem, settings) => {
  it('is refused by `alcove cluster check` in the same words', async () => {
    const checked = await runAlcove('cluster', 'check', '--data-dir', folderWith(settings));
    expect(checked).toMatchObject({ code: 1, stderr: expect.stringContaining(problem) });
  });
});

describe('the settings of a replica', () => {
  const inUse = { bucket: () => false, cluster: () => true };

  it.each(Object.entries(wrong))(
    'cannot be changed in the dashboard to what it cannot have: %s',
    async (id, next) => {
      const [now, changed] = [resolveSettings(right), resolveSettings(next)];
      expect(clusterOf(now)).toBeDefined();
      const names = namesOf({ ...now, storage: { ...now.storage, ...changed.storage } }).filter(
        (name) => valueOf(now, name) !== valueOf(changed, name),
      );
      const refused = tryOutSettings(changed, names as never, now, inUse);
      await expect(refused).rejects.toThrow(startup[id as Wrong]);
    },
  );
});

const namesOf = (settings: Settings): string[] =>
  Object.entries(settings).flatMap(([section, values]) =>
    Object.keys(values as object).map((name) => `${section}.${name}`),
  );

const valueOf = (settings: Settings, name: string): unknown => {
  const [section = '', key = ''] = name.split('.');
  return (settings as unknown as Record<string, Record<string, unknown>>)[section]?.[key];
};
