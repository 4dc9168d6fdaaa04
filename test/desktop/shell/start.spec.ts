import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveNode } from '../../support/node/run-alcove.ts';
import { electronCommand } from '../support/electron-command.ts';
import { expect, test } from '../support/fixtures.ts';

/** The buttons of the dialog that shows why the app cannot start. */
const [again, without] = [1, 2];

test('does not start on a data folder in use, and names the process', { tag: '@story' }, async ({
  spawnAlcove,
  temporaryFolder,
}) => {
  const dataDir = temporaryFolder();
  const other = await serveNode(dataDir);
  const alcove = await spawnAlcove({ dataDir });
  await expect.poll(alcove.errors).toContain(`Process ${other.ready.pid} uses the data folder`);
  expect((await fetch(`${other.ready.node_url}/api/v1/node`)).status).toBe(200);
  await other.end();
});

test('names an invalid setting', async ({ spawnAlcove, temporaryFolder }) => {
  const alcove = await spawnAlcove({ dataDir: temporaryFolder(), args: ['--set', 'node.port=many'] });
  await expect.poll(alcove.errors).toContain('node.port');
});

test('reports a read-only data folder, not a running app', { tag: '@story' }, async ({ temporaryFolder }) => {
  test.skip(process.platform !== 'linux', 'elsewhere folders are closed in other ways');
  const dataDir = temporaryFolder();
  chmodSync(dataDir, 0o500);
  const { executablePath, args } = electronCommand(dataDir);
  // Otherwise root may write everywhere.
  const command = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all'] : [];
  const [program = '', ...words] = [...command, executablePath, ...args];
  const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(child, 'exit');
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  await expect.poll(() => errors).toContain('can’t be created or written to');
  child.kill('SIGTERM');
  expect(await exited).toEqual([1, null]);
});

test('reports a data folder that cannot be locked', { tag: '@story' }, async ({
  spawnAlcove,
  temporaryFolder,
}) => {
  test.skip(process.platform === 'win32', 'the lock is no file there');
  const dataDir = temporaryFolder();
  mkdirSync(join(dataDir, 'SingletonLock', 'in the way'), { recursive: true });
  const alcove = await spawnAlcove({ dataDir });
  await expect.poll(alcove.errors).toContain('The data folder can’t be locked');
});

test('moves damaged settings of the dashboard away and reports them', { tag: '@story' }, async ({
  launchAlcove,
  temporaryFolder,
}) => {
  const dataDir = temporaryFolder();
  const file = join(dataDir, 'dashboard-settings.json');
  writeFileSync(file, '{"network": {"pract');
  const { page, askLocal } = await launchAlcove({ dataDir });
  await expect(page.getByText('settings made in the dashboard couldn’t be read')).toBeVisible();
  expect(readFileSync(`${file}.damaged`, 'utf8')).toBe('{"network": {"pract');

  expect((await askLocal('/local/practice', { method: 'POST' })).status).toBe(200);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ network: { practice: true } });
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('can ignore settings of the dashboard that prevent the start', { tag: '@story' }, async ({
  launchAlcove,
  spawnAlcove,
  temporaryFolder,
}) => {
  test.skip(process.env.ALCOVE_PACKAGED_APP !== undefined, 'a package starts no other main program');
  const dataDir = temporaryFolder();
  const file = join(dataDir, 'dashboard-settings.json');
  const storage = { folder: join(temporaryFolder(), 'store') };
  mkdirSync(storage.folder);
  const changed = { sign_in: { wallets_file: join(dataDir, 'gone.json') }, storage };
  writeFileSync(file, JSON.stringify(changed));
  /** @returns the messages of the app */
  const startAndChoose = async (button: number) => {
    const alcove = await spawnAlcove({ dataDir, appFolder: answering(temporaryFolder(), button) });
    expect(await alcove.exited).toBe(1);
    return alcove.errors();
  };

  const output = await startAndChoose(again);
  expect(output).toContain('asked sign_in.wallets_file');
  expect(output).toContain('Quit,Try again,Reset settings');
  expect(output).toContain('relaunched');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(changed);

  expect(await startAndChoose(without)).toContain('relaunched');
  expect(JSON.parse(readFileSync(`${file}.aside`, 'utf8'))).toEqual(changed);
  const { askLocal } = await launchAlcove({ dataDir });
  expect(await (await askLocal('/local/storage')).json()).toMatchObject({ folder: storage.folder });
});

/**
 * The app with a user who answers its dialogs at once.
 * @returns its folder
 */
function answering(folder: string, response: number): string {
  writeFileSync(
    join(folder, 'package.json'),
    '{"name":"alcove","version":"1.0.0","type":"module","main":"main.js"}',
  );
  const program = `
    import { app, dialog } from 'electron';
    app.relaunch = () => process.stderr.write('relaunched\\n');
    dialog.showMessageBox = async (...given) => {
      const { detail, buttons } = given.at(-1);
      process.stderr.write('asked ' + detail + buttons.join() + '\\n');
      return { response: ${response}, checkboxChecked: false };
    };
    await import(${JSON.stringify(new URL('../../../dist/node/main.js', import.meta.url).href)});`;
  writeFileSync(join(folder, 'main.js'), program);
  return folder;
}
