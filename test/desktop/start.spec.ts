import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveNode } from '../run-alcove.ts';
import { expect, test } from './fixtures.ts';

test('a data folder that another process uses is not started on; it is said which', async ({
  spawnAlcove,
  temporaryFolder,
}) => {
  const dataDir = temporaryFolder();
  const other = await serveNode(dataDir);
  const alcove = await spawnAlcove({ dataDir });
  await expect.poll(alcove.errors, { timeout: 20_000 }).toContain(`in use by the process ${other.ready.pid}`);
  expect((await fetch(`${other.ready.node_url}/api/v1/node`)).status).toBe(200);
  await other.end();
});

test('a setting that cannot be used is named', async ({ spawnAlcove, temporaryFolder }) => {
  const alcove = await spawnAlcove({ dataDir: temporaryFolder(), args: ['--set', 'node.port=many'] });
  await expect.poll(alcove.errors, { timeout: 20_000 }).toContain('node.port');
});

test('damaged settings of the dashboard are put aside, and said', async ({
  launchAlcove,
  temporaryFolder,
}) => {
  const dataDir = temporaryFolder();
  const file = join(dataDir, 'dashboard-settings.json');
  writeFileSync(file, '{"network": {"pract');
  const { page, askLocal } = await launchAlcove({ dataDir });
  await expect(page.getByText('settings made in the dashboard could not be read')).toBeVisible();
  expect(readFileSync(`${file}.damaged`, 'utf8')).toBe('{"network": {"pract');

  expect((await askLocal('/local/practice', { method: 'POST' })).status).toBe(200);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ network: { practice: true } });
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
