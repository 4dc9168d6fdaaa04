import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, sharedAlcove, test } from '../support/fixtures.ts';
import { visit } from '../support/visit.ts';

/** The requests to a proxy that never answers. */
const sentToProxy: string[] = [];
const proxies = createServer(({ url = '' }) => void sentToProxy.push(url));
test.beforeAll(async () => {
  await new Promise<void>((resolve) => proxies.listen(0, '127.0.0.1', resolve));
});
const given = sharedAlcove(() => ({
  args: ['--password-store=basic'],
  environment: { auto_proxy: `http://127.0.0.1:${(proxies.address() as AddressInfo).port}/wpad.dat` },
}));
test.afterAll(() => {
  proxies.closeAllConnections();
  proxies.close();
});

test('shows the dashboard of its own node, with every guard on', async () => {
  const { app, page, nodeUrl } = given();
  await expect(page).toHaveTitle(/Alcove/);
  const seen = await app.evaluate(({ BrowserWindow }) => {
    const [first] = BrowserWindow.getAllWindows();
    const contents = first?.webContents as unknown as { getLastWebPreferences(): Record<string, unknown> };
    return { visible: first?.isVisible(), preferences: contents.getLastWebPreferences() };
  });
  expect(seen.visible).toBe(true);
  expect(seen.preferences).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
  });
  expect(await page.evaluate(() => typeof (globalThis as { require?: unknown }).require)).toBe('undefined');
  expect((await fetch(`${nodeUrl}/api/v1/node`)).status).toBe(200);
});

test('prevents the page from leaving the dashboard, opening windows or getting permissions', async () => {
  const { app, page, nodeUrl } = given();
  const before = page.url();
  await page.evaluate((url) => {
    location.href = url;
  }, `${nodeUrl}/api/v1/node`);
  await page.evaluate(() => {
    location.href = 'file:///etc/passwd';
  });
  expect(await page.evaluate(() => window.open('/') === null)).toBe(true);
  expect(await page.evaluate(() => Notification.requestPermission())).toBe('denied');
  const known = page.evaluate(
    async () => (await navigator.permissions.query({ name: 'notifications' })).state,
  );
  expect(await known).toBe('denied');
  const refused = await page.evaluate(() =>
    navigator.clipboard.readText().then(
      () => 'read',
      (error: Error) => error.name,
    ),
  );
  expect(refused).toBe('NotAllowedError');
  expect(page.url()).toBe(before);
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test('blocks requests of the window to other origins, even without the page’s policy', async () => {
  const { app } = given();
  const asked: string[] = [];
  const foreign = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.setHeader('Access-Control-Allow-Origin', '*').end('seen');
  });
  await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}/from-the-session`;
  const outcome = await app.evaluate(
    ({ session }, address) =>
      session.defaultSession.fetch(address).then(
        () => 'answered',
        (error: Error) => error.message,
      ),
    url,
  );
  foreign.close();
  expect(outcome).toContain('ERR_BLOCKED_BY_CLIENT');
  expect(asked).toEqual([]);
});

test('resolves no names in the window, so that DNS requests leak nothing', async () => {
  const { app } = given();
  const outcome = await app.evaluate(({ session }) =>
    session.defaultSession.resolveHost('localhost').then(
      ({ endpoints }) => endpoints.map(({ address }) => address).join(),
      (error: Error) => error.message,
    ),
  );
  expect(outcome).toContain('ERR_NAME_NOT_RESOLVED');
});

test('rejects calls that are not in the contract', async () => {
  const { page } = given();
  const call = (name: string, input?: unknown) =>
    page.evaluate(
      async ([called, passed]) => {
        const invoke = window.alcove?.invoke as (name: string, input: unknown) => Promise<unknown>;
        return invoke(called as string, passed).then(
          () => 'done',
          (error: Error) => error.message,
        );
      },
      [name, input],
    );
  expect(await call('shell.run', 'ls')).toBe('Unknown call to the desktop app.');
  expect(await call('toString')).toBe('Unknown call to the desktop app.');
  expect(await call('clipboard.write', { not: 'text' })).toContain('can’t use this input');
});

test('answers only the window with the dashboard', async () => {
  const { app, dashboardUrl } = given();
  const opened = app.waitForEvent('window');
  await app.evaluate(({ app: shell, BrowserWindow }, url) => {
    const preload = `${shell.getAppPath()}/dist/node/preload.cjs`;
    void new BrowserWindow({ show: false, webPreferences: { preload } }).loadURL(url);
  }, dashboardUrl);
  const other = await opened;
  await other.waitForURL(/^http:/);
  const answer = await other.evaluate(() =>
    window.alcove?.invoke('dashboardSession.get', undefined).catch((error: Error) => error.message),
  );
  expect(answer).toBe('Available only to the dashboard.');
  await other.close();
});

test('prevents downloads started by the page', async () => {
  const { app, page } = given();
  const attempt = await app.evaluateHandle(({ session }) => ({
    isRefused: new Promise<boolean>((resolve) => {
      session.defaultSession.once('will-download', (event) => resolve(event.defaultPrevented));
    }),
  }));
  await page.evaluate(() => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob(['bytes']));
    link.download = 'unasked.txt';
    link.click();
  });
  expect(await attempt.evaluate(({ isRefused }) => isRefused)).toBe(true);
});

test('writes text to the clipboard through the shell', async () => {
  const { app, page } = given();
  await page.evaluate(() => window.alcove?.invoke('clipboard.write', 'a key to share'));
  expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toBe('a key to share');
});

test('reloads the page from the menu', async () => {
  const { app, page } = given();
  await page.evaluate(() => Object.assign(window, { before: true }));
  const reloaded = page.waitForEvent('domcontentloaded');
  await app.evaluate(({ Menu }) => {
    const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? [];
    items.find(({ label }) => label === 'Reload')?.click();
  });
  await reloaded;
  expect(await page.evaluate(() => 'before' in window)).toBe(false);
});

test('reports an unprotected key among the checks of the node, not on Home', async () => {
  const { page, askLocal } = given();
  const { notices } = (await (await askLocal('/local/overview')).json()) as { notices: { code: string }[] };
  expect(notices.map(({ code }) => code)).toContain('key_unprotected');
  await visit(page, 'Home');
  const warning = page.getByText('no key store that Alcove can use');
  await expect(
    page.getByRole('main', { name: 'Home' }).getByRole('heading', { level: 2 }).first(),
  ).toBeVisible();
  await expect(warning).toBeHidden();
  await visit(page, 'Node');
  await expect(warning.first()).toBeVisible();
  await visit(page, 'Home');
});

test('does not use or wait for a proxy offered by the network', async () => {
  await expect(given().page.getByRole('navigation').first()).toBeVisible();
  expect(sentToProxy).toEqual([]);
});
