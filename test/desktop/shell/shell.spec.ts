import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, relative } from 'node:path';
import type { Page } from '@playwright/test';
import { localContentPage } from '../../../src/contract/dashboard-api/content.ts';
import { expect, type LaunchedAlcove, sharedAlcove, test } from '../support/fixtures.ts';
import { takeOnce } from '../support/views.ts';

const stored = async ({ askLocal }: LaunchedAlcove) =>
  localContentPage.parse(await (await askLocal('/local/content')).json()).items;

test.describe('one app', () => {
  const given = sharedAlcove();

  test('treats a flood of files and links from the system as one request', async ({ temporaryFolder }) => {
    const alcove = given();
    const [song, missing] = [join(temporaryFolder(), 'song.mp3'), '/nowhere/file.txt'];
    writeFileSync(song, 'la');
    await alcove.app.evaluate(
      ({ app }, opened) => {
        app.emit('open-file', { preventDefault: () => {} }, opened.song);
        for (let at = 0; at < 20_000; at++)
          app.emit('open-file', { preventDefault: () => {} }, opened.missing);
        for (let at = 0; at < 20_000; at++)
          app.emit('open-url', { preventDefault: () => {} }, 'alcove://nonsense');
      },
      { song, missing },
    );
    await expect.poll(() => stored(alcove)).toMatchObject([{ name: 'song.mp3', size: 2 }]);
    await expect(alcove.page.getByText('9999 files missing or unreadable')).toBeVisible();
    await expect(alcove.page.getByText('Too many files at once.')).toBeVisible();
  });

  test('stores all files that macOS passes one by one', async ({ temporaryFolder }) => {
    const folder = temporaryFolder();
    const paths = Array.from({ length: 30 }, (_, at) => join(folder, `part ${at}.txt`));
    for (const path of paths) writeFileSync(path, path);
    const alcove = given();
    const open = (all: string[], reloads: boolean) =>
      alcove.app.evaluate(
        ({ app, BrowserWindow }, opening) => {
          const contents = BrowserWindow.getAllWindows()[0]?.webContents;
          const emit = () =>
            opening.all.map((path) => app.emit('open-file', { preventDefault: () => {} }, path));
          if (!opening.reloads) return void emit();
          contents?.once('did-navigate', emit);
          contents?.reload();
        },
        { all, reloads },
      );
    const before = (await stored(alcove)).length;
    const count = async () => (await stored(alcove)).length - before;
    await open(paths.slice(0, 25), true);
    await expect.poll(count).toBe(25);
    await open(paths.slice(25), false);
    await expect.poll(count).toBe(30);
  });

  test('lists in the help every shortcut of the menu', async () => {
    const { app, page } = given();
    const accelerators = await app.evaluate(({ Menu }) =>
      (Menu.getApplicationMenu()?.items ?? []).flatMap(({ submenu }) =>
        (submenu?.items ?? []).flatMap(({ accelerator }) => accelerator ?? []),
      ),
    );
    const digits = accelerators.filter((each) => /\d$/.test(each) && each.startsWith('CmdOrCtrl'));
    await page.getByRole('link', { name: 'Help' }).click();
    const card = page.getByRole('region', { name: 'Keyboard' });
    await expect(card).toBeVisible();
    const listed = await card.locator('kbd').allInnerTexts();
    expect(listed).toContain(`Ctrl 1…${digits.length}`);
    const named = accelerators
      .filter((each) => !digits.includes(each))
      .map((each) => each.replace(/^(CmdOrCtrl|Ctrl)\+/, 'Ctrl '));
    expect(named).not.toEqual([]);
    for (const each of named) expect(listed).toContain(each);
  });

  test('chooses files by the menu, and opens pages and the search by shortcuts', async ({
    temporaryFolder,
  }) => {
    const alcove = given();
    const { app, page, dashboardUrl } = alcove;
    const file = join(temporaryFolder(), 'poem.txt');
    writeFileSync(file, 'a poem');
    await app.evaluate(({ dialog }, path) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] });
    }, file);
    const items = () =>
      app.evaluate(({ Menu }) =>
        (Menu.getApplicationMenu()?.items ?? []).flatMap(({ submenu }) =>
          (submenu?.items ?? []).map(({ accelerator, label }) => `${accelerator ?? ''} ${label}`),
        ),
      );
    expect(await items()).toEqual(expect.arrayContaining(['CmdOrCtrl+, Settings…', 'CmdOrCtrl+5 Node']));

    const choose = (label: string) =>
      app.evaluate(({ Menu }, wanted) => {
        const all = (Menu.getApplicationMenu()?.items ?? []).flatMap(({ submenu }) => submenu?.items ?? []);
        all.find((item) => item.label === wanted)?.click();
      }, label);
    await choose('Add files…');
    await expect.poll(async () => (await stored(alcove)).map(({ name }) => name)).toContain('poem.txt');
    await app.evaluate(({ BrowserWindow }) => {
      const control = process.platform === 'darwin' ? ('meta' as const) : ('control' as const);
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      contents?.sendInputEvent({ type: 'keyDown', keyCode: '5', modifiers: [control] });
      contents?.sendInputEvent({ type: 'keyUp', keyCode: '5', modifiers: [control] });
    });
    await expect(page).toHaveURL(`${dashboardUrl}/node`);
    await choose('Documentation');
    await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible();
    const places = await page
      .getByRole('main')
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    expect(places.length).toBeGreaterThan(9);
    for (const place of new Set(places)) {
      await page.getByRole('main').locator(`a[href="${place}"]`).first().click();
      await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Help');
      await choose('Documentation');
      await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible();
    }
    await choose('Find');
    await expect(page).toHaveURL(`${dashboardUrl}/library`);
    await expect(page.getByRole('searchbox')).toBeFocused();
    await choose('About Alcove');
  });

  // The last one, because it ends the app.
  test('reports a missing tray, and keeps the choice of notifications', { tag: '@story' }, async ({
    launchAlcove,
  }) => {
    const first = given();
    await first.page.goto(`${first.dashboardUrl}/settings`);
    await expect(first.page.getByRole('switch', { name: 'Keep running in the' })).toBeDisabled();
    const change = { notifications: { sale: false } };
    const kept = { keep_running: true, has_tray: false, notifications: { sale: false, disk_low: true } };
    expect(
      await first.page.evaluate((edit) => window.alcove?.invoke('preferences.set', edit), change),
    ).toMatchObject(kept);
    first.process.kill('SIGTERM');
    expect(await first.exited).toBe(0);
    writeFileSync(
      join(first.dataDir, 'desktop.json'),
      '{"notifications": {"sale": false}, "keep_running": 7}',
    );
    const again = await launchAlcove({ dataDir: first.dataDir });
    expect(
      await again.page.evaluate(() => window.alcove?.invoke('preferences.get', undefined)),
    ).toMatchObject(kept);
  });
});

test('opens a page of the running app by a link, without any other effect', async ({
  launchAlcove,
  spawnAlcove,
}) => {
  const alcove = await launchAlcove({ args: ['alcove://peer/127.0.0.1:9'] });
  const { page, dataDir, dashboardUrl } = alcove;
  const field = page.getByLabel('Address of a public node');
  await expect(field).toHaveValue('127.0.0.1:9');
  const open = async (link: string) => {
    const second = await spawnAlcove({ dataDir, args: [link] });
    expect(await second.exited).toBe(0);
  };

  await open('alcove://peer/node.example.org');
  await expect(field).toHaveValue('node.example.org');
  const { peers } = (await (await alcove.askLocal('/local/peers')).json()) as { peers: unknown[] };
  expect(peers).toEqual([]);

  await open(`alcove://market/EQ${'A'.repeat(46)}`);
  await expect(page).toHaveURL(`${dashboardUrl}/item/EQ${'A'.repeat(46)}`);

  const before = page.url();
  await open('alcove://wallet/send?all=1');
  await expect(page.getByText('Unknown kind of link.')).toBeVisible();
  expect(page.url()).toBe(before);

  await test.step('asks before a link replaces entered text', async () => {
    await open('alcove://peer/127.0.0.1:9');
    await expect(field).toHaveValue('127.0.0.1:9');
    await field.fill('my.own.example');
    const arrived = await linksOf(page);
    await open('alcove://peer/first.example');
    const question = page.getByRole('alert').filter({ hasText: 'Open this link?' });
    await expect(question).toContainText('Unsaved text on this page may be lost.');
    await takeOnce(page, 'a link that would replace what is typed');
    await open(`alcove://market/EQ${'A'.repeat(46)}`);
    await expect.poll(arrived).toBe(2);
    await expect(question).toHaveCount(1);
    await expect(field).toHaveValue('my.own.example');
    await question.getByRole('button', { name: 'Open link' }).click();
    await expect(page).toHaveURL(`${dashboardUrl}/item/EQ${'A'.repeat(46)}`);
    await expect(question).toHaveCount(0);

    // Nothing is entered here.
    await open('alcove://peer/second.example');
    await expect(field).toHaveValue('second.example');
  });
});

test('stores files passed to the app like dropped ones, and rejects a folder with the reason', async ({
  launchAlcove,
  spawnAlcove,
  temporaryFolder,
}) => {
  const folder = temporaryFolder();
  const [song, film] = [join(folder, 'song “été”.mp3'), join(folder, 'film.bin')];
  writeFileSync(song, 'la la la');
  writeFileSync(film, Buffer.alloc(5_000_000, 7));
  mkdirSync(join(folder, 'Album'));

  const alcove = await launchAlcove({ args: [song] });
  const { page, dataDir } = alcove;
  await expect.poll(() => stored(alcove)).toMatchObject([{ name: 'song “été”.mp3', size: 8 }]);

  const second = await spawnAlcove({ dataDir, args: [film, join(folder, 'Album'), join(folder, 'gone')] });
  expect(await second.exited).toBe(0);
  await expect(page.getByText('Alcove can’t add a whole folder: Album.')).toBeVisible();
  await expect(page.getByText('missing or unreadable: gone')).toBeVisible();
  await expect.poll(async () => (await stored(alcove)).map(({ size }) => size)).toEqual([5_000_000, 8]);
});

test("shows the system's setting for a start at login", { tag: '@story' }, async ({
  launchAlcove,
  temporaryFolder,
}) => {
  test.skip(process.platform !== 'linux', 'elsewhere it would change the settings of this computer');
  const config = temporaryFolder();
  const folder = join(config, 'Ada’s "$10\\ 100%" data\nExec=evil');
  const { page } = await launchAlcove({
    // A path as entered by a user in the same folder.
    dataDir: relative(process.cwd(), folder),
    environment: { XDG_CONFIG_HOME: config },
  });
  const file = join(config, 'autostart/alcove.desktop');
  await page.goto(new URL('/settings', page.url()).href);
  const atLogin = page.getByRole('switch', { name: 'Start at login' });
  await expect(atLogin).not.toBeChecked();
  await atLogin.click();
  await expect(atLogin).toBeChecked();
  const named = 'Ada’s \\\\"\\\\$10\\\\\\\\ 100%%\\\\" data\\nExec=evil';
  expect(readFileSync(file, 'utf8')).toMatch(/^TryExec=\/.+$/m);
  expect(readFileSync(file, 'utf8')).toMatch(/^Exec=".+" "--hidden" "--data-dir" "\/.+"$/m);
  expect(readFileSync(file, 'utf8')).toContain(`/${named}"\n`);

  // The setting of a desktop that turns it off.
  appendFileSync(file, 'Hidden=true\n');
  await page.reload();
  await expect(atLogin).not.toBeChecked();
  await atLogin.click();
  await expect(atLogin).toBeChecked();

  // The state after the app was moved.
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('Exec="/', 'Exec="/moved/'));
  await page.reload();
  await expect(atLogin).not.toBeChecked();
  await atLogin.click();
  await expect(atLogin).toBeChecked();
  await atLogin.click();
  await expect(atLogin).not.toBeChecked();

  rmSync(join(config, 'autostart'), { recursive: true });
  writeFileSync(join(config, 'autostart'), 'no folder');
  await atLogin.click();
  await expect(page.getByText('the file that starts it at login')).toBeVisible();
  await expect(atLogin).not.toBeChecked();
});

test('shows a problem report before it is saved, without links, secrets or names', { tag: '@story' }, async ({
  launchAlcove,
  temporaryFolder,
}) => {
  const planted = {
    key: 'toncenter-key-4f6b8c2d1e0a9b8c7d6e5f4a3b2c1d0e',
    bot: '123456789:AAE-x1y2z3_a4b5c6d7e8f9g0h1i2j3k4l5',
    words: 'abandon ability able about above absent absorb abstract absurd abuse access accident',
    passphrase: 'ocean window pencil garden rabbit silver copper velvet',
    token: 'f3Qb_0aZ9xLmN2pR5tVw8yB1cD4eG7hJ6kP-sUvXqYo',
    peer: '192.168.17.4',
    ipv6: 'fd00:1234:5678::9abc',
    host: 'neighbour.lan.example',
    path: join(homedir(), 'Music/Secret album'),
  };
  const dataDir = temporaryFolder();
  mkdirSync(join(dataDir, 'logs'));
  const line = {
    ...{ level: 40, msg: `a call failed with Bearer ${planted.token} at ${planted.peer}:8471` },
    ...{ words: planted.words, passphrase: planted.passphrase, peer: `https://${planted.host}:8471/x` },
    ...{ err: { stack: `Error: no such file\n    at ${planted.path}/a.js:1:2`, address: planted.ipv6 } },
  };
  writeFileSync(join(dataDir, 'logs/alcove.log'), `${JSON.stringify(line)}\n`);
  const { app, page, sessionToken } = await launchAlcove({
    dataDir,
    args: ['--set', `network.bootstrap=http://${planted.peer}:8471`, '--set', 'node.listen=127.0.0.1'],
    environment: {
      ALCOVE_CHAIN__API_KEY: planted.key,
      ALCOVE_SIGN_IN__TELEGRAM_BOT_TOKEN: planted.bot,
      ALCOVE_STORAGE__FOLDER: join(dataDir, 'store of Ada'),
    },
  });
  const file = join(temporaryFolder(), 'report.txt');
  await app.evaluate(({ dialog, Menu }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
    const all = (Menu.getApplicationMenu()?.items ?? []).flatMap(({ submenu }) => submenu?.items ?? []);
    all.find(({ label }) => label === 'Report a problem…')?.click();
  }, file);
  const shown = page.getByRole('region', { name: 'Report contents' });
  await expect(shown).toContainText('the node runs');
  await page.getByRole('button', { name: 'Download…' }).click();
  await expect(page.getByText('Report saved')).toBeVisible();
  const report = readFileSync(file, 'utf8');
  expect(report).toBe(await shown.innerText().then((text) => `${text.trim()}\n`));

  for (const secret of [...Object.values(planted), sessionToken, dataDir, homedir() + '/']) {
    expect(report).not.toContain(secret);
  }
  expect(report).toContain('chain.api_key = (set, not shown)');
  expect(report).toContain('storage.folder = "<data folder>/store of Ada"');
  expect(report).toContain('a call failed with Bearer <long value');
  expect(report).toContain('no such file');
  expect(report).toMatch(/Alcove \d+\.\d+\.\d+, Electron \d/);
});

/** Returns a function that counts the links which have reached the page since. */
async function linksOf(page: Page): Promise<() => Promise<number>> {
  const links = await page.evaluateHandle(() => {
    const events: unknown[] = [];
    window.alcove?.onEvent((event) => {
      if (event.kind === 'link') events.push(event);
    });
    return events;
  });
  return () => links.evaluate(({ length }) => length);
}
