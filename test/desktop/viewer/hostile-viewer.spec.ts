import type { Frame } from '@playwright/test';
import { getAccessLink } from '../../../src/contract/dashboard-api/licensing.ts';
import { expect, type LaunchedAlcove, sharedAlcove, test } from '../support/fixtures.ts';
import { visit } from '../support/visit.ts';
import { pdfFlateBomb, pdfOfManyPages, svgBomb } from './hostile-files.ts';
import { inWindow, store, view } from './viewed.ts';

const stopped = 'Viewer stopped';

const textOf = (alcove: LaunchedAlcove) => inWindow(alcove, 'document.body.innerText').then(String);

const goTo = (alcove: LaunchedAlcove, path: string) =>
  inWindow(alcove, `history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`);

/** The processes of the window's page and of the frames in it. */
const processes = ({ app }: LaunchedAlcove) =>
  app.evaluate(({ BrowserWindow }) => {
    const page = BrowserWindow.getAllWindows()[0]?.webContents.mainFrame;
    return {
      page: page?.osProcessId,
      frames: page?.framesInSubtree.flatMap((frame) => {
        try {
          return frame === page ? [] : [frame.osProcessId];
        } catch {
          // It ended meanwhile.
          return [];
        }
      }),
    };
  });

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** The viewer says that it stopped, its process is gone, and the dashboard works as before. */
async function expectStopped(alcove: LaunchedAlcove, page: number | undefined): Promise<void> {
  await expect.poll(() => textOf(alcove)).toContain(stopped);
  expect(await textOf(alcove)).toContain('Try again');
  expect(await textOf(alcove)).toContain('Download');
  await expect.poll(() => processes(alcove)).toEqual({ page, frames: [] });
  await goTo(alcove, '/library');
  await expect.poll(() => inWindow(alcove, 'document.querySelector("h1")?.innerText')).toBe('Library');
}

/** Says something to the dashboard as if a file had got hold of the frame. */
const say = (frame: Frame, message: unknown, times: number) =>
  frame.evaluate(
    ([said, count]) => {
      for (let n = 0; n < (count as number); n += 1) parent.postMessage(said, '*');
    },
    [message, times],
  );

/** The path of a link to what a content holds. */
const link = new RegExp(`^${getAccessLink.path.replace('{id}', '[^/]+')}$`);

test.describe('in one app', () => {
  const given = sharedAlcove();

  test('shows a file in a process of its own, which ends with its page', async () => {
    const alcove = given();
    await view(alcove, 'letter.txt', 'text/plain', Buffer.from('Dear reader'));
    const { page, frames = [] } = await processes(alcove);
    expect(frames).toHaveLength(1);
    expect(frames).not.toContain(page);
    await goTo(alcove, '/library');
    await expect.poll(() => frames.filter(isRunning)).toEqual([]);
  });

  test('checks messages of a frame, limits its renewed links, and stops it when it sends too many', async () => {
    const alcove = given();
    const { page } = alcove;
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const timesAsked = () => asked.filter((path) => link.test(path)).length;
    const frame = await view(alcove, 'letter.txt', 'text/plain', Buffer.from('Dear reader'));
    const before = timesAsked();

    const nonsense = [null, 5, 'failed', [], {}, { kind: 'failed' }, { kind: 'failed', reason: '<b>' }];
    const pages = [{ shown: -1, total: 2 }, { shown: '1', total: {} }, null];
    for (const message of [...nonsense, ...pages.map((each) => ({ kind: 'shown', pages: each }))]) {
      await say(frame, message, 1);
    }
    await say(frame, { kind: 'renew' }, 10);
    await expect.poll(timesAsked).toBeGreaterThan(before);
    await expect(page.frameLocator('main iframe').locator('pre')).toHaveText('Dear reader');
    expect(timesAsked()).toBe(before + 1);

    await say(frame, { kind: 'renew' }, 20_000);
    await expect(page.getByText(stopped)).toBeVisible();
    await expect(page.locator('main iframe')).toHaveCount(0);
    expect(timesAsked()).toBeLessThan(before + 4);
    expect(errors).toEqual([]);
    await visit(page, 'Library');
    await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible();
  });

  test('shows the first thousand of a million pages of a PDF, and draws only those near the visible one', {
    tag: '@story',
  }, async () => {
    const alcove = given();
    const frame = await view(alcove, 'million.pdf', 'application/pdf', pdfOfManyPages(6));
    const said = alcove.page.getByRole('alert').filter({ hasText: 'Pages 1–1,000 of 1,000,000' });
    await expect(said.getByRole('button', { name: 'Download…' })).toBeVisible();
    await expect(frame.locator('section')).toHaveCount(1000);
    const last = frame.locator('section').last();
    await last.scrollIntoViewIfNeeded();
    await expect(last.locator('canvas')).toBeAttached();
    await expect.poll(() => frame.locator('canvas').count()).toBeLessThan(10);
    await expect(frame.locator('section').first().locator('canvas')).toHaveCount(0);
  });

  test('stops a frame that no longer answers, and offers another attempt', { tag: '@story' }, async () => {
    const alcove = given();
    const { page } = alcove;
    const frame = await view(alcove, 'letter.txt', 'text/plain', Buffer.from('Dear reader'));
    const endless = frame.evaluate(() => {
      for (;;);
    });
    endless.catch(() => undefined);
    await expect(page.getByText(stopped)).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.frameLocator('main iframe').locator('pre')).toHaveText('Dear reader');
  });
});

test('stops an endless drawing, and keeps the dashboard responsive', { tag: '@story' }, async ({
  launchAlcove,
}) => {
  const alcove = await launchAlcove();
  const { page } = await processes(alcove);
  await goTo(alcove, `/item/${await store(alcove, 'bomb.svg', 'image/svg+xml', svgBomb())}`);
  await expectStopped(alcove, page);
});

// `thumbnails.spec.ts` makes facts of the same file.

test('stops a PDF that unpacks to gigabytes, and keeps the dashboard responsive', { tag: '@story' }, async ({
  launchAlcove,
}) => {
  const alcove = await launchAlcove();
  const { page } = await processes(alcove);
  await goTo(alcove, `/item/${await store(alcove, 'bomb.pdf', 'application/pdf', pdfFlateBomb())}`);
  await expectStopped(alcove, page);
});
