import type { Frame, Locator, Page } from '@playwright/test';
import { localUpload } from '../../../src/contract/dashboard-api/content.ts';
import { expect, type LaunchedAlcove } from '../support/fixtures.ts';

/** Stores a file. @returns its id */
export async function store(
  { askLocal }: LaunchedAlcove,
  name: string,
  type: string,
  bytes: Buffer,
): Promise<string> {
  const response = await askLocal('/local/content', {
    method: 'POST',
    body: new Uint8Array(bytes),
    headers: { 'Content-Type': type, 'X-File-Name': Buffer.from(name).toString('base64') },
  });
  return localUpload.parse(await response.json()).content.content_id;
}

/** Runs a script in the window. Playwright gives up a page in which a frame has crashed. */
export const inWindow = ({ app }: LaunchedAlcove, script: string): Promise<unknown> =>
  app.evaluate(
    ({ BrowserWindow }, code) => BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(code),
    script,
  );

/** Opens a page without loading the dashboard anew. */
export const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

/** Opens the page of a stored file. */
export const goToView = (page: Page, id: string): Promise<void> => goTo(page, `/item/${id}`);

/** The frame that shows a content, once it does. */
export async function shownFrame(page: Page, title: string): Promise<Frame> {
  // Tiles of the page before have the same title.
  const frame = page.locator(`iframe[title="${title}"]`);
  await expect(frame).toBeVisible();
  await expect(page.getByRole('status', { name: 'Opening' })).toHaveCount(0);
  return contentOf(frame);
}

/** The content of a frame, which has none yet while its process starts. */
async function contentOf(frame: Locator): Promise<Frame> {
  let content: Frame | null = null;
  await expect(async () => {
    content = (await (await frame.elementHandle())?.contentFrame()) ?? null;
    expect(content).not.toBeNull();
  }).toPass();
  if (!content) throw new Error('there is no frame');
  return content;
}

/** The frame that plays a content, after Play on the page of its file. */
export async function playedFrame(page: Page, title: string): Promise<Frame> {
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  const frame = page.locator(`iframe[title="${title}"]`);
  await expect(frame).toBeAttached();
  const played = await contentOf(frame);
  await expect(played.locator('audio, video')).toBeAttached();
  return played;
}

/** Stores a file and plays it on its page. */
export async function play(
  alcove: LaunchedAlcove,
  name: string,
  type: string,
  bytes: Buffer,
): Promise<Frame> {
  await goToView(alcove.page, await store(alcove, name, type, bytes));
  const title = name.replace(/\.\w+$/, '');
  await expect(alcove.page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  return playedFrame(alcove.page, title);
}

/** Stores a file and opens its page. */
export async function view(
  alcove: LaunchedAlcove,
  name: string,
  type: string,
  bytes: Buffer,
): Promise<Frame> {
  await goToView(alcove.page, await store(alcove, name, type, bytes));
  return shownFrame(alcove.page, name.replace(/\.\w+$/, ''));
}
