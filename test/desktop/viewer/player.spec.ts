import type { Frame } from '@playwright/test';
import { expect, type LaunchedAlcove, sharedAlcove, test } from '../support/fixtures.ts';
import { takeOnce } from '../support/views.ts';
import { film } from './film.ts';
import { play } from './viewed.ts';

const given = sharedAlcove();

/** Plays the film of a frame again. */
const playAgain = (frame: Frame) =>
  frame.evaluate(() => {
    const player = document.querySelector('video') as HTMLVideoElement;
    player.muted = true;
    void player.play().catch(() => undefined);
  });

test('plays a film to its end, and explains a damaged or cut one, which can be tried again', {
  tag: '@story',
}, async () => {
  const alcove = given();
  const { page } = alcove;
  const whole = await film(page, 3000);
  const fine = await play(alcove, 'fine.webm', 'video/webm', whole);
  const player = fine.locator('video');
  await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.ended)).toBe(true);
  await expect(page.getByText('Playback stopped')).toHaveCount(0);

  const half = Math.floor(whole.length / 2);
  const damaged = Buffer.from(whole).fill(0xff, half);
  for (const [name, bytes] of [
    ['damaged', damaged],
    ['cut', whole.subarray(0, half)],
  ] as const) {
    const frame = await play(alcove, `${name}.webm`, 'video/webm', bytes);
    const said = page.getByRole('alert').filter({ hasText: 'Playback stopped' });
    // A busy machine may show too few pictures of a film for a break to be seen.
    await expect(async () => {
      // Playing again would hide a message that has just appeared.
      if (!(await said.isVisible())) await playAgain(frame);
      await expect(said).toContainText('damaged or incomplete', { timeout: 6000 });
      await expect(said.getByRole('button', { name: 'Download…' })).toBeVisible({ timeout: 1000 });
    }).toPass();
  }
  await takeOnce(page, 'a film that is cut');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Playback stopped')).toHaveCount(0);
  await expect(page.frameLocator('iframe[allow="autoplay"]').locator('video')).toBeVisible();
});

const isFullScreen = ({ app }: LaunchedAlcove) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isFullScreen());

/** As from a keyboard: the window acts on keys that no page has used, which Playwright's never are. */
const pressEscape = ({ app }: LaunchedAlcove) =>
  app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.sendInputEvent({ type: 'keyDown', keyCode: 'Escape' }),
  );

test('fills the screen with a film at a click and until Esc, but not at the request of its frame', async () => {
  const alcove = given();
  const { page } = alcove;
  const frame = await play(alcove, 'film.webm', 'video/webm', await film(page, 500));
  const enter = page.getByRole('button', { name: 'Full screen', exact: true });
  const exit = page.getByRole('button', { name: 'Exit full screen' });

  // As if something had got to run in the frame, and the person clicked into it.
  await frame.locator('video').click();
  const tried = await frame.evaluate(() =>
    document.documentElement.requestFullscreen().then(
      () => 'full',
      (error: Error) => error.name,
    ),
  );
  expect(tried).toBe('TypeError');
  expect(await frame.evaluate(() => document.fullscreenEnabled)).toBe(false);
  expect(await isFullScreen(alcove)).toBe(false);

  await enter.click();
  await expect(exit).toBeVisible();
  await expect(page.getByText('Press Esc to exit')).toBeVisible();
  await expect.poll(() => isFullScreen(alcove)).toBe(true);
  const box = await page.locator('iframe[allow="autoplay"]').boundingBox();
  expect(box?.width).toBe(await page.evaluate(() => innerWidth));
  await pressEscape(alcove);
  await expect(enter).toBeVisible();
  await expect.poll(() => isFullScreen(alcove)).toBe(false);

  await enter.click();
  await exit.click();
  await expect(enter).toBeVisible();
});

test('grants the whole screen to nothing else, and no other permission', async () => {
  const { page } = given();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  const refused = await page.evaluate(() =>
    document.documentElement.requestPointerLock().then(
      () => 'locked',
      (error: Error) => error.name,
    ),
  );
  expect(refused).not.toBe('locked');
});
