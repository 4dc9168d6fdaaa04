import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestNode, type TestNode } from '../support/node/start-test-node.ts';
import { telegramInitData } from '../support/wallets/telegram-init-data.ts';
import { testWallet } from '../support/wallets/test-wallet.ts';
import { launchChromium } from './chromium.ts';

/** The requests of an existing web client, in its order, from a page of another origin. */

const botToken = '7000000000:AAExample_of_a_token_for_tests_only';
const domain = 'app.example';
const wallet = testWallet(9);
const twaData = () => telegramInitData(botToken, { id: 4711, first_name: 'Ada', username: 'ada' });

let alcove: TestNode;
let browser: Browser;
let page: Page;
let web: Server;

beforeAll(async () => {
  alcove = await startTestNode({
    settings: { sign_in: { who: 'anyone', telegram_bot_token: botToken, domains: [domain] } },
  });
  web = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>web client</title>');
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  browser = await launchChromium();
  page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(web.address() as AddressInfo).port}/`);
});
afterAll(async () => {
  await browser?.close();
  web?.close();
  await alcove?.stop();
});

type Answer = { status: number; body: Record<string, unknown> };

/** A call by fetch from the page's own origin, with the preflights of browsers. */
const call = (method: string, path: string, headers: Record<string, string>, body?: string) =>
  page.evaluate(
    async ([url, request]) => {
      const response = await fetch(url, request);
      return { status: response.status, body: await response.json() };
    },
    [alcove.node.nodeUrl + path, { method, headers, body: body ?? null }] as const,
  ) as Promise<Answer>;

const post = (path: string, body: unknown, token?: string) =>
  call(
    'POST',
    path,
    { 'Content-Type': 'application/json', ...(token ? { Authorization: token } : {}) },
    JSON.stringify(body),
  );

/** Uploads `size` bytes in parts of `partSize`, like the client. Returns the response to every part. */
const uploadInParts = (upload: { token: string; size: number; partSize: number }) =>
  page.evaluate(
    async ({ url, token, size, partSize }) => {
      const bytes = new Uint8Array(size);
      for (let at = 0; at < size; at += 4) bytes[at] = (at >> 7) ^ (at >> 16);
      const file = new Blob([bytes]);
      const hex = (buffer: ArrayBuffer) =>
        [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
      const sha256 = hex(await crypto.subtle.digest('SHA-256', bytes));
      const answers: { status: number; body: Record<string, unknown> }[] = [];
      for (let start = 0; start < size; start += partSize) {
        const last = start + partSize >= size;
        const uploadId = answers.at(-1)?.body.upload_id;
        const response = await fetch(url, {
          method: 'POST',
          body: file.slice(start, start + partSize),
          headers: {
            Authorization: token,
            'Content-Type': 'video/mp4',
            'X-File-Name': btoa('film.mp4'),
            'X-Chunk-Start': String(start),
            ...(typeof uploadId === 'string' ? { 'X-Upload-ID': uploadId } : {}),
            ...(last ? { 'X-Last-Chunk': '1' } : {}),
          },
        });
        answers.push({ status: response.status, body: await response.json() });
      }
      return { sha256, answers };
    },
    { url: `${alcove.node.nodeUrl}/api/v1/storage`, ...upload },
  );

it('signs in, selects its wallet, stores files whole and in parts, and views them', async () => {
  const first = await post('/api/v1/auth.twa', { twa_data: twaData() });
  expect(first).toMatchObject({ status: 200, body: { connected_wallet: null } });
  const challenge = first.body.auth_v1_token as string;

  const second = await post('/api/v1/auth.twa', {
    twa_data: twaData(),
    ton_proof: wallet.prove(domain, challenge),
  });
  expect(second).toMatchObject({
    status: 200,
    body: { user: { telegram_id: 4711, username: 'ada' }, connected_wallet: { version: 'v4R2' } },
  });
  const token = second.body.auth_v1_token as string;
  expect(token).not.toBe(challenge);

  const selected = await post('/api/v1/auth.selectWallet', { wallet_address: wallet.address }, token);
  expect(selected).toEqual({ status: 200, body: { connected_wallet: second.body.connected_wallet } });

  const whole = await call(
    'POST',
    '/api/v1/storage',
    {
      Authorization: token,
      'Content-Type': 'audio/mpeg',
      'X-File-Name': Buffer.from('Lied für Ада.mp3').toString('base64'),
      'X-Chunk-Start': '0',
      'X-Last-Chunk': '1',
    },
    'la la la',
  );
  expect(whole).toMatchObject({ status: 201, body: { size: 8, content_type: 'audio/mpeg' } });

  const MB = 1_000_000;
  const { sha256, answers } = await uploadInParts({ token, size: 200 * MB, partSize: 80 * MB });
  expect(answers.map(({ status, body }) => [status, body.current_size ?? body.size])).toEqual([
    [200, 80 * MB],
    [200, 160 * MB],
    [201, 200 * MB],
  ]);
  const stored = answers[2]?.body as { content_sha256: string; content_id: string };
  expect(stored.content_sha256).toBe(sha256);

  const viewed = await call('GET', `/api/v1/content.view/${stored.content_id}`, { Authorization: token });
  expect(viewed).toMatchObject({
    status: 200,
    body: {
      ...{ content_id: stored.content_id, content_type: 'video/mp4', content_ext: 'mp4', size: 200 * MB },
      ...{ title: 'film', content_address: null, downloadable: true, have_licenses: [], invoice: null },
      display_options: {
        content_url: `${alcove.node.nodeUrl}/api/v1/storage/${stored.content_id}`,
        metadata: { name: 'film', image: null },
      },
    },
  });
  const list = await call('GET', '/api/v1/content.list', { Authorization: token });
  expect(list.body).toMatchObject({ total: 2, items: [{ title: 'film' }, { title: 'Lied für Ада' }] });
  expect((await call('GET', '/api/v1/content.list', {})).body).toMatchObject({ total: 0, items: [] });

  expect((await post('/api/v1/tonconnect.logout', {}, token)).body).toEqual({ success: true });
  const afterwards = await post('/api/v1/auth.selectWallet', { wallet_address: wallet.address }, token);
  expect(afterwards).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
});

it('allows its origin to read what it needs, and no page of another site', async () => {
  const headers = await page.evaluate(async (url) => {
    const response = await fetch(url, { headers: { 'X-Upload-ID': 'x', Authorization: 'x' } });
    return { status: response.status, id: response.headers.get('x-request-id') };
  }, `${alcove.node.nodeUrl}/api/v1/node`);
  expect(headers).toEqual({ status: 200, id: expect.any(String) });
  const foreign = await fetch(`${alcove.node.nodeUrl}/api/v1/content.list`, {
    headers: { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
  });
  expect([foreign.status, foreign.headers.get('access-control-allow-origin')]).toEqual([403, null]);
});
