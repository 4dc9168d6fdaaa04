import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getSettings } from '../../src/contract/dashboard-api/administration/settings.ts';
import { deleteContent, getContent, getContents } from '../../src/contract/dashboard-api/content.ts';
import { deletePeer, getPeers } from '../../src/contract/dashboard-api/peers.ts';
import { pdf, picture, tone } from '../desktop/support/made-files.ts';
import { freePort } from '../support/node/free-port.ts';
import { openAddress } from '../support/node/open-dashboard.ts';
import { startTestNode } from '../support/node/start-test-node.ts';
import type { LaunchedBrowser, TestBrowser } from './browsers.ts';
import {
  click,
  fill,
  go,
  type HeadlessNode,
  live,
  press,
  see,
  startHeadlessNode,
} from './dashboard-world.ts';

/** The actions of a user with the dashboard on a desktop computer. */
export function desktopFlows({ launch }: TestBrowser): void {
  let node: HeadlessNode;
  let launched: LaunchedBrowser;
  let page: Page;
  const folder = mkdtempSync(join(tmpdir(), 'alcove-files-'));

  beforeAll(async () => {
    [node, launched] = await Promise.all([startHeadlessNode(), launch()]);
    page = await launched.browser.newPage();
    page.setDefaultTimeout(15_000);
    await page.goto(await node.newAddress());
    await live(page);
  });
  afterAll(async () => {
    await Promise.all([launched?.close(), node?.end()]);
    rmSync(folder, { recursive: true, force: true });
  });

  const stored = async () => (await node.local().call(getContents, {})).items;
  const store = async (name: string, type: string, bytes: Buffer) =>
    (await node.local().upload(new File([new Uint8Array(bytes)], name, { type }), name)).content.content_id;

  it('opens at the address printed by “alcove dashboard”, and stays open after a reload', async () => {
    const secret = await page.evaluate(() => sessionStorage.getItem('alcove.session'));
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url(), request.headers().referer ?? ''));
    expect(page.url()).toBe(`${node.origin()}/`);
    await page.reload();
    await live(page);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(asked.filter((text) => text.includes(`${secret}`))).toEqual([]);
    expect(asked).toContain(`${node.origin()}/local/overview`);
    await go(page, '/node/peers', 'Peers');
    await page.goBack();
    await see(page, 'Home');
    expect(page.url()).toBe(`${node.origin()}/`);
  });

  it('opens in a second tab, which gets the session from the first', async () => {
    const second = await launched.browser.newPage();
    await second.goto(`${node.origin()}/library`);
    await live(second);
    await expect.poll(() => second.title()).toBe('Library – Alcove');
    await second.close();
  });

  it('shows instructions without a valid code, and opens with a valid one', async () => {
    const otherContext = await launched.browser.createBrowserContext();
    const stranger = await otherContext.newPage();
    const used = await node.newAddress('/settings');
    await openAddress(used);
    await stranger.goto(`${node.origin()}/settings`);
    await see(stranger, 'Dashboard locked');
    for (const address of [`${node.origin()}/settings#code=wrong-wrong-wrong`, used]) {
      // A reloaded tab has no session either.
      await stranger.goto('about:blank');
      await stranger.goto(address);
      await see(stranger, 'This address was already used');
      await see(stranger, 'alcove dashboard');
      expect(stranger.url()).toBe(`${node.origin()}/settings`);
    }
    const other = await otherContext.newPage();
    await other.goto(await node.newAddress());
    await live(other);
    await stranger.locator('h1 ::-p-text(General)').wait();
    // An invalid code does not end the session of a tab.
    await stranger.goto(used);
    await stranger.waitForFunction(() => location.hash === '');
    await live(stranger);
    await stranger.reload();
    await live(stranger);
    await otherContext.close();
  });

  describe('running uploads', () => {
    let otherContext: BrowserContext;
    let only: Page;
    beforeAll(async () => {
      otherContext = await launched.browser.createBrowserContext();
      only = await otherContext.newPage();
      await only.goto(await node.newAddress('/library'));
      await live(only);
    });
    afterAll(async () => {
      await otherContext.close();
      await page.bringToFront();
    });

    /** Chooses a dozen files once the tab has received all of these codes, none of which is valid. */
    const chooseUnder = (codes: readonly string[], files: string) =>
      only.evaluate(
        async (outdated, prefix) => {
          const transfer = new DataTransfer();
          for (let number = 0; number < 12; number += 1) {
            const bytes = crypto.getRandomValues(new Uint8Array(65_536));
            const content = Array.from({ length: 40 }, () => bytes);
            transfer.items.add(new File(content, `${prefix}-${number}.bin`));
          }
          for (const code of outdated) {
            const changed = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
            location.hash = `#code=${code}`;
            await changed;
          }
          const input = document.querySelector<HTMLInputElement>('input[type=file]');
          if (!input) throw new Error('there is no way to choose files');
          input.files = transfer.files;
          input.dispatchEvent(new Event('change', { bubbles: true }));
        },
        codes,
        files,
      );
    const expectStored = (files: string) =>
      expect
        .poll(async () => (await stored()).filter(({ name }) => name.startsWith(`${files}-`)).length, {
          timeout: 30_000,
        })
        .toBe(12);

    it.each([[['outdated-outdated']], [['outdated-outdated', 'older-older-older']]])(
      'continue in the only tab of a session that is given %j',
      async (codes) => {
        await chooseUnder(codes, codes.join(' '));
        await expectStored(codes.join(' '));
        await live(only);
        expect(only.url()).toBe(`${node.origin()}/library`);
      },
    );

    it('wait while the session is refused, until there is another one', async () => {
      await chooseUnder([], 'locked');
      await only.evaluate(() => {
        const real = window.fetch;
        window.fetch = async () => new Response(null, { status: 401 });
        document.addEventListener('right-again', () => Object.assign(window, { fetch: real }));
        history.pushState(null, '', '/node/storage');
        dispatchEvent(new PopStateEvent('popstate'));
      });
      await see(only, 'Dashboard locked');
      await only.locator('::-p-text(waiting in this tab)').wait();
      await only.evaluate(() => document.dispatchEvent(new Event('right-again')));
      await only.goto(await node.newAddress());
      await expectStored('locked');
      await live(only);
      for (const { content_id: id, name } of await stored()) {
        if (/^(outdated|locked)/.test(name)) await node.local().call(deleteContent, { params: { id } });
      }
    });
  });

  it('works until it is closed in a browser without storage for pages', async () => {
    const otherContext = await launched.browser.createBrowserContext();
    const stranger = await otherContext.newPage();
    await stranger.evaluateOnNewDocument(() => {
      const refuse = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      };
      for (const name of ['localStorage', 'sessionStorage', 'BroadcastChannel'])
        Object.defineProperty(window, name, { get: refuse });
    });
    await stranger.goto(await node.newAddress());
    await live(stranger);
    await go(stranger, '/settings/general', 'General');
    await stranger.reload();
    await see(stranger, 'Dashboard locked');
    await otherContext.close();
    await page.bringToFront();
  });

  it('stores chosen and dropped files, finds, edits, saves and deletes them', async () => {
    const name = 'Письмо от Ады.txt';
    const path = join(folder, name);
    writeFileSync(path, 'Дорогой друг!\n');
    await go(page, '/library', 'Library');
    const [chooser] = await Promise.all([page.waitForFileChooser(), press(page, 'Add files')]);
    await chooser.accept([path]);
    await page.locator(`button[aria-label="Actions for ${name}"]`).wait();
    await page.evaluate(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(3_000_000)], 'dropped.bin'));
      const drag = (type: string, on: Element | null) =>
        on?.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: transfer }));
      drag('dragenter', document.body);
      const drop = () => {
        const zone = document.querySelector('.mantine-Dropzone-root');
        if (zone === null || !zone.checkVisibility()) requestAnimationFrame(drop);
        else drag('drop', zone);
      };
      drop();
    });
    await page.locator('button[aria-label="Actions for dropped.bin"]').wait();
    expect((await stored()).map((one) => [one.name, one.size])).toEqual([
      ['dropped.bin', 3_000_000],
      [name, 25],
    ]);

    await page.locator('input[type=search]').fill('письмо');
    await page.waitForSelector('button[aria-label="Actions for dropped.bin"]', { hidden: true });
    await click(page, `button[aria-label="Actions for ${name}"]`);
    await page.locator('[role=menuitem] ::-p-text(More)').click();
    await press(page, 'Edit…');
    await fill(page, 'Title', 'Письмо');
    await press(page, 'Save');
    await page.waitForSelector('[role=dialog]', { hidden: true });
    await page.locator('tbody ::-p-text(Письмо)').wait();
    await expect.poll(async () => (await stored())[1]?.title).toBe('Письмо');

    // As during an upload: the page would ask before it is left, and uploads would be aborted.
    const trouble: string[] = [];
    page.on('dialog', (dialog) => {
      trouble.push(dialog.type());
      void dialog.accept();
    });
    page.on('requestfailed', (request) => trouble.push(request.url()));
    await page.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault()));
    await click(page, `button[aria-label="Actions for ${name}"]`);
    await press(page, 'Download');
    const saved = () => readFileSync(join(launched.downloads, name), 'utf8');
    await expect.poll(() => quietly(saved)).toBe('Дорогой друг!\n');
    expect(trouble).toEqual([]);
    page.removeAllListeners('dialog');
    page.removeAllListeners('requestfailed');

    await click(page, `button[aria-label="Actions for ${name}"]`);
    await press(page, 'Delete');
    await page.waitForSelector(`button[aria-label="Actions for ${name}"]`, { hidden: true });
    expect((await stored()).map((one) => one.name)).toEqual(['dropped.bin']);
  });

  it('makes thumbnails of files, reads their length and draws their waveform', async () => {
    await store('lake.png', 'image/png', picture(900));
    await store('essay.pdf', 'application/pdf', pdf(['The first page', 'The second page']));
    await store('short.wav', 'audio/wav', tone(2));
    const made = async (name: string) => {
      const content = (await stored()).find((one) => one.name === name);
      return { ...content?.media, hasPicture: typeof content?.thumbnail_url === 'string' };
    };
    const patience = { timeout: 120_000 };
    await expect.poll(() => made('lake.png'), patience).toMatchObject({ width: 900, hasPicture: true });
    await expect.poll(() => made('essay.pdf'), patience).toMatchObject({ pages: 2, hasPicture: true });
    await expect
      .poll(() => made('short.wav'), patience)
      .toMatchObject({ duration_ms: 2000, has_waveform: true, hasPicture: false });
  });

  it('shows pictures, text and PDFs and plays sound, in a frame that reaches nothing else', async () => {
    const shown = async (id: string, title: string) => {
      await go(page, `/item/${id}`, title);
      const frame = await page.locator(`iframe[title="${title}"]`).waitHandle();
      await page.waitForSelector('[role=status][aria-label="Opening"]', { hidden: true });
      const content = await frame.contentFrame();
      if (!content) throw new Error('there is no frame');
      return content;
    };
    const text = await shown(await store('letter.txt', 'text/plain', Buffer.from('Größe & Маша')), 'letter');
    expect(await text.$eval('pre', (pre) => pre.textContent)).toBe('Größe & Маша');
    const image = await shown(await store('sea.png', 'image/png', picture(1200)), 'sea');
    expect(await image.$eval('img', (img) => img.naturalWidth)).toBe(1200);
    const book = await shown(await store('book.pdf', 'application/pdf', pdf(['The first page'])), 'book');
    await book.locator('.words ::-p-text(The first page)').wait();

    await go(page, `/item/${await store('tone.wav', 'audio/wav', tone(600))}`, 'tone');
    await press(page, 'Play');
    const frame = await page.locator('iframe[title="tone"]').setVisibility(null).waitHandle();
    const sound = await frame.contentFrame();
    if (!sound) throw new Error('there is no frame');
    await sound.locator('audio').setVisibility(null).wait();
    const played = await sound.$eval('audio', async (audio) => {
      audio.muted = true;
      audio.currentTime = 599;
      await audio.play();
      await new Promise((resolve) => audio.addEventListener('ended', resolve, { once: true }));
      return [audio.duration, audio.currentTime];
    });
    expect(played.map(Math.round)).toEqual([600, 600]);
    const refused = await sound.evaluate(
      (url) =>
        fetch(`${url}/local/overview`, { headers: { Authorization: 'Bearer x' } }).then(
          () => 'reached',
          () => 'refused',
        ),
      node.origin(),
    );
    expect(refused).toBe('refused');
  });

  it('adds a public node by its address', async () => {
    const port = await freePort();
    const other = await startTestNode({
      settings: {
        node: { type: 'public', port, public_host: `http://127.0.0.1:${port}` },
        network: { allow_private_hosts: true },
      },
    });
    await go(page, '/node/peers', 'Peers');
    await fill(page, 'Address of a public node', other.node.nodeUrl);
    await click(page, 'form button[type=submit]');
    await page.locator('[role=status] ::-p-text(added to peers)').wait();
    const { host = '' } = (await node.local().call(getPeers, {})).peers[0] ?? {};
    expect(host).toBe(other.node.nodeUrl);
    await node.local().call(deletePeer, { query: { host } });
    await page.waitForSelector(`tbody ::-p-text(${host})`, { hidden: true });
    await other.stop();
  });

  it('shows changes of others immediately, and when the node stops and returns', async () => {
    await go(page, '/library', 'Library');
    await live(page);
    await store('from a bot.txt', 'text/plain', Buffer.from('beep'));
    await page.locator('button[aria-label="Actions for from a bot.txt"]').wait();
    await node.stop();
    await see(page, 'Connection to your node lost');
    await see(page, 'from a bot.txt');
    await node.start();
    // The session has ended with the run; another one has another address.
    await see(page, 'Alcove has stopped');
    // An earlier test makes this page ask before it is left.
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(await node.newAddress('/library'));
    page.removeAllListeners('dialog');
    await live(page);
    const last = await store('after that.txt', 'text/plain', Buffer.from('boop'));
    await page.locator('button[aria-label="Actions for after that.txt"]').wait();
    expect((await node.local().call(getContent, { params: { id: last } })).name).toBe('after that.txt');
  });

  it('changes settings, and restarts the node where one requires it', async () => {
    await go(page, '/settings/advanced', 'Advanced');
    await fill(page, 'Largest file', '3 GiB');
    await press(page, 'Save 1 change');
    await see(page, '1 change needs a restart');
    await click(page, 'button[aria-label="Restart now"]');
    await page.waitForSelector('::-p-text(1 change needs a restart)', { hidden: true });
    await live(page);
    const { settings } = await node.local().call(getSettings, {});
    expect(settings.find((one) => one.name === 'storage.max_upload_bytes')).toMatchObject({
      value: 3 * 1024 ** 3,
      waits_for_restart: false,
    });
  });
}

function quietly<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
