import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { launchChromium } from '../browser/chromium.ts';
import { tone } from '../desktop/support/made-files.ts';
import { patience, seller, ton } from '../licensing/support/seller.ts';
import { forWebUsers, webUser } from '../orders/support/web-user.ts';

/** Longer than links are valid that are not repeated by 10 minutes. */
const minutes = Number(process.env.ALCOVE_PLAYING_MINUTES ?? 12);
const pollMs = 5000;

it(`plays a sound for ${minutes} minutes in a web client that polls for its link`, {
  timeout: (minutes + 4) * 60_000,
}, async () => {
  const author = await seller({ settings: forWebUsers });
  onTestFinished(() => author.stop());
  await author.hasMarket();
  await author.ask('/local/chain/faucet', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ payer: 'practice_wallet', amount: String(100n * ton) }),
  });
  const { content_id } = await author.sell(
    (await author.upload(tone(minutes * 60 + 60), 'waves.wav')).content_id,
  );
  const { alcove } = author;
  const user = await webUser(alcove, 51);
  const view = () => user.client.content.view(content_id);
  await expect.poll(async () => (await view()).content_address, patience).not.toBeNull();
  await user.send(await user.buy((await view()).content_address ?? ''));
  await expect.poll(async () => (await view()).display_options.content_url, patience).not.toBeNull();

  const web = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>web client</title><audio></audio>');
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void web.close());
  const browser = await launchChromium('--autoplay-policy=no-user-gesture-required');
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(web.address() as AddressInfo).port}/`);
  const played = await page.evaluate(
    async ([url, token, intervalMs, playMs]) => {
      const player = document.querySelector('audio') as HTMLAudioElement;
      const starts: string[] = [];
      const stops: string[] = [];
      const places: number[] = [];
      player.muted = true;
      player.addEventListener('loadstart', () => starts.push(player.src));
      for (const stop of ['emptied', 'error', 'pause', 'ended', 'seeking'] as const) {
        player.addEventListener(stop, () => stops.push(stop));
      }
      const began = performance.now();
      while (performance.now() - began < playMs) {
        const answer = await fetch(url, { headers: { Authorization: token } });
        const { display_options: shown } = (await answer.json()) as {
          display_options: { content_url: string };
        };
        // Like web clients that show the last response.
        if (player.src !== shown.content_url) {
          player.src = shown.content_url;
          await player.play();
        }
        places.push(player.currentTime);
        await new Promise((resolve) => setTimeout(resolve, intervalMs));
      }
      return { starts, stops, places, seconds: player.currentTime };
    },
    [
      `${alcove.node.nodeUrl}/api/v1/content.view?content_id=${content_id}`,
      user.token,
      pollMs,
      minutes * 60_000,
    ] as const,
  );
  expect(played.starts).toHaveLength(1);
  expect(played.stops).toEqual([]);
  expect(played.places).toEqual(played.places.toSorted((a, b) => a - b));
  expect(played.seconds).toBeGreaterThan(minutes * 60 * 0.9);
  // The first link still works.
  const part = await fetch(played.starts[0] ?? '', { headers: { Range: 'bytes=0-43' } });
  expect(part.status).toBe(206);
  expect(
    Buffer.from(await part.arrayBuffer())
      .subarray(0, 4)
      .toString(),
  ).toBe('RIFF');
});
