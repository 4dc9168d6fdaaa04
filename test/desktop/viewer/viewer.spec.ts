import { localContent } from '../../../src/contract/dashboard-api/content.ts';
import { getAccessLink } from '../../../src/contract/dashboard-api/licensing.ts';
import { expect, sharedAlcove, test } from '../support/fixtures.ts';
import { pdf, picture, tone } from '../support/made-files.ts';
import { goToView, play, playedFrame, shownFrame, store, view } from './viewed.ts';

const given = sharedAlcove();

test('shows sound, text, pictures and PDFs in a frame that reaches nothing else', async () => {
  const alcove = given();
  const sound = await play(alcove, 'tone.wav', 'audio/wav', tone(2));
  const played = await sound.evaluate(async () => {
    const player = document.querySelector('audio') as HTMLAudioElement;
    player.muted = true;
    await player.play();
    await new Promise((resolve) => player.addEventListener('ended', resolve, { once: true }));
    return player.currentTime;
  });
  expect(played).toBeCloseTo(2, 1);

  const text = await view(
    alcove,
    'letter.txt',
    'text/plain',
    Buffer.from('<script>parent.hacked=1</script> Größe'),
  );
  await expect(text.locator('pre')).toHaveText('<script>parent.hacked=1</script> Größe');

  const book = await view(alcove, 'book.pdf', 'application/pdf', pdf(['The first page', 'The second page']));
  await expect(book.getByRole('region', { name: 'Page 1 of 2' })).toBeVisible();
  await expect(book.getByText('The first page')).toBeAttached();
});

test('shows a picture as large as the frame, or in its own size', async () => {
  const alcove = given();
  const frame = await view(alcove, 'sea.png', 'image/png', picture(1800));
  const zoom = frame.getByRole('button', { name: 'sea, actual size' });
  const width = () => frame.getByRole('img', { name: 'sea' }).evaluate((img) => img.clientWidth);
  await expect(zoom).toHaveAttribute('aria-pressed', 'false');
  expect(await width()).toBeLessThan(1800);
  await zoom.press('Enter');
  await expect(zoom).toHaveAttribute('aria-pressed', 'true');
  expect(await width()).toBe(1800);
  await zoom.press('Enter');
  await expect.poll(width).toBeLessThan(1800);
});

test('hides the frame, white while it loads, until it shows something', async () => {
  const alcove = given();
  const { page } = alcove;
  const id = await store(alcove, 'night.png', 'image/png', picture(300));
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/*', async (route) => {
    const request = route.request();
    if (request.resourceType() === 'image' && request.frame() !== page.mainFrame()) await isReleased;
    await route.continue();
  });
  await goToView(page, id);
  const frame = page.getByTitle('night', { exact: true });
  await expect(page.getByRole('status', { name: 'Opening' })).toBeVisible();
  await expect(frame).toHaveCSS('opacity', '0');
  release();
  await shownFrame(page, 'night');
  await expect(frame).toHaveCSS('opacity', '1');
  await page.unrouteAll();
});

test('runs nothing of a hostile file, and isolates what would run', async () => {
  const alcove = given();
  const { page, nodeUrl, dashboardUrl, sessionToken } = alcove;
  const attack = "<script>parent.postMessage('hacked','*');document.title='hacked'</script>";
  const asText = await view(alcove, 'page.html', 'text/html', Buffer.from(`<h1>Hello</h1>${attack}`));
  await expect(asText.locator('pre')).toContainText('<h1>Hello</h1>');
  expect(await asText.locator('h1').count()).toBe(0);

  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">
    <script>parent.document.title='hacked'</script>
    <image href="${dashboardUrl}/local/overview"/><rect width="40" height="40" onload="fetch('/')"/></svg>`;
  const asPicture = await view(alcove, 'drawing.svg', 'image/svg+xml', Buffer.from(svg));
  await expect(asPicture.getByRole('img', { name: 'drawing' })).toBeVisible();
  expect(await asPicture.evaluate(() => document.querySelector('script:not([src])'))).toBeNull();

  const broken = await store(alcove, 'broken.png', 'image/png', picture(40).subarray(0, 30));
  await goToView(page, broken);
  await expect(page.getByText('No preview')).toBeVisible();

  // As if something had got to run in the frame after all.
  const frame = await view(alcove, 'quiet.txt', 'text/plain', Buffer.from('nothing'));
  const reached = await frame.evaluate(
    async (wanted) => {
      const tried = async (attempt: () => unknown): Promise<string> => {
        try {
          return (await attempt()) ? 'reached' : 'nothing';
        } catch {
          return 'refused';
        }
      };
      const headers = { Authorization: `Bearer ${wanted.sessionToken}` };
      return {
        parent: await tried(() => parent.document.title),
        shell: await tried(() => window.alcove),
        storage: await tried(() => localStorage),
        cookies: await tried(() => document.cookie),
        window: await tried(() => open(`${wanted.dashboardUrl}/`)),
        local: await tried(() => fetch(`${wanted.dashboardUrl}/local/overview`, { headers })),
        nodeApi: await tried(() => fetch(`${wanted.nodeUrl}/api/v1/node.info`, { mode: 'no-cors' })),
        outside: await tried(() => fetch('https://example.org/', { mode: 'no-cors' })),
        leave: await tried(() => {
          (top as Window).location.href = `${wanted.dashboardUrl}/library`;
          return true;
        }),
      };
    },
    { dashboardUrl, nodeUrl, sessionToken },
  );
  const refused = (names: string[]) => Object.fromEntries(names.map((name) => [name, 'refused']));
  expect(reached).toEqual({
    ...refused(['parent', 'storage', 'cookies', 'local', 'nodeApi', 'outside', 'leave']),
    ...{ shell: 'nothing', window: 'nothing' },
  });
  expect(page.url()).toContain('/item/');
  expect(alcove.app.windows()).toHaveLength(1);
  expect(await page.title()).toBe('quiet – Alcove');
});

test('replaces an expired link, also while the node is away for a moment, and continues the sound where it was', async () => {
  const alcove = given();
  const { page } = alcove;
  const id = await store(alcove, 'tone.wav', 'audio/wav', tone(3));
  // Its facts are made from links of their own.
  const factsOf = async () =>
    localContent.parse(await (await alcove.askLocal(`/local/content/${id}`)).json());
  await expect.poll(async () => (await factsOf()).media?.state).toBe('made');
  await page.evaluate(
    (path) => {
      const real = window.fetch;
      let asked = 0;
      window.fetch = async (input, init) => {
        const isLink = new URL(String(input), location.href).pathname === path;
        if (isLink) asked += 1;
        // The node is away for a moment.
        if (isLink && asked === 2) throw new TypeError('no answer');
        const answer = await real(input, init);
        if (!isLink) return answer;
        const opened = await answer.json();
        // The first is over already; the next one will be in a minute and a half, which is when a new one is due.
        if (asked === 1) opened.url = opened.url.replace(/access=\d+/, 'access=1700000000');
        if (asked === 3) {
          opened.expires_at = new Date(Date.now() + 93_000).toISOString();
          // The node repeats a link that is valid for hours.
          opened.url += '#second';
        }
        return Response.json(opened);
      };
    },
    getAccessLink.path.replace('{id}', id),
  );
  await goToView(page, id);
  const frame = await playedFrame(page, 'tone');
  const player = frame.locator('audio');
  await expect
    .poll(() =>
      player.evaluate((audio: HTMLAudioElement) => {
        if (audio.readyState > 0) audio.pause();
        return audio.readyState > 0;
      }),
    )
    .toBe(true);
  const link = await player.getAttribute('src');
  await player.evaluate((audio: HTMLAudioElement) => {
    audio.currentTime = 1.5;
  });
  await expect.poll(() => player.getAttribute('src')).not.toBe(link);
  await expect
    .poll(() => player.evaluate((audio: HTMLAudioElement) => [audio.readyState > 0, audio.currentTime]))
    .toEqual([true, 1.5]);
});

test('explains missing and damaged files and expired links', async () => {
  const alcove = given();
  const { page, askLocal } = alcove;
  const id = await store(alcove, 'letter.txt', 'text/plain', Buffer.from('Dear reader'));
  await goToView(page, id);
  await expect((await shownFrame(page, 'letter')).locator('pre')).toHaveText('Dear reader');
  await askLocal(`/local/content/${id}`, { method: 'DELETE' });
  await expect(page.getByText('Item not found')).toBeVisible();
  await expect(page.getByTitle('letter', { exact: true })).toHaveCount(0);

  const other = await store(alcove, 'archive.zip', 'application/zip', Buffer.from('PK'));
  await goToView(page, other);
  await expect(page.getByText('Alcove can’t display application/zip')).toBeVisible();
});
