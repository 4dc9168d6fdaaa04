import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestNode, type TestNode } from '../support/node/start-test-node.ts';
import { launchChromium } from './chromium.ts';

let alcove: TestNode;
let browser: Browser;
let token: string;
/** Whether any stored file ran a script: each tries to call this server. */
const calls: string[] = [];
const trap = createServer((request, response) => {
  calls.push(request.url ?? '');
  response
    .writeHead(200, { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'text/html' })
    .end('<p>a page</p>');
});

beforeAll(async () => {
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
  alcove = await startTestNode();
  token = await alcove.token('storage:write');
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await alcove.stop();
  trap.close();
});

const trapUrl = () => `http://127.0.0.1:${(trap.address() as AddressInfo).port}`;
const script = (from: string) =>
  `document.title='ran';fetch('${trapUrl()}/ran-${from}');new Image().src='${trapUrl()}/image-${from}'`;

async function upload(text: string, type: string, name: string): Promise<string> {
  const response = await alcove.ask('/api/v1/storage', {
    method: 'POST',
    body: Buffer.from(text),
    headers: {
      Authorization: token,
      'Content-Type': type,
      'X-File-Name': Buffer.from(name).toString('base64'),
    },
  });
  return ((await response.json()) as { content_url: string }).content_url;
}

/** Opens a URL like a user; a download is no page. */
async function open(page: Page, url: string): Promise<void> {
  await page.goto(url).catch(() => {});
  await page.waitForTimeout(300);
}

it.each([
  ['text/html', 'page.html', (s: string) => `<!doctype html><script>${s}</script>`],
  [
    'image/svg+xml',
    'picture.svg',
    (s: string) => `<svg xmlns="http://www.w3.org/2000/svg"><script>${s}</script></svg>`,
  ],
  [
    'application/xhtml+xml',
    'page.xhtml',
    (s: string) => `<html xmlns="http://www.w3.org/1999/xhtml"><script>${s}</script></html>`,
  ],
  ['text/plain', 'page.txt', (s: string) => `<!doctype html><script>${s}</script>`],
  ['image/png', 'picture.png', (s: string) => `<!doctype html><script>${s}</script>`],
  [
    'text/xml',
    'style.xml',
    (s: string) => `<?xml version="1.0"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">${s}</x:script>`,
  ],
])('runs no script of a stored %s that is opened, framed or embedded', async (type, name, make) => {
  const from = name.replace('.', '-');
  const url = await upload(make(script(from)), type, name);
  const page = await browser.newPage();
  await open(page, url);
  expect(await page.title()).not.toBe('ran');
  await page.goto(trapUrl());
  await page.evaluate((src) => {
    document.body.innerHTML = `<iframe src="${src}"></iframe><object data="${src}"></object><embed src="${src}"><img src="${src}">`;
    const tag = document.createElement('script');
    tag.src = src;
    document.body.append(tag);
  }, url);
  await page.waitForTimeout(500);
  expect(calls.filter((call) => call.includes(from))).toEqual([]);
  await page.close();
});

it('reaches the trap with a script that is not stored content, so that the test above can fail', async () => {
  const page = await browser.newPage();
  await page.goto(trapUrl());
  await page.evaluate(script('control'));
  await expect.poll(() => calls).toContain('/ran-control');
  await page.close();
});

it('lets a page of another site neither read nor load stored files', async () => {
  const url = await upload('secret words', 'text/plain', 'secret.txt');
  const picture = await upload('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'image/gif', 'dot.gif');
  const page = await browser.newPage();
  // A page of another site on the same computer: its name is not this node's, nor a loopback one.
  await page.route('http://evil.example.org/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>evil</p>' }),
  );
  await page.goto('http://evil.example.org/');
  const outcome = await page.evaluate(
    async ([text, image]) => ({
      read: await fetch(text as string).then(
        () => 'read',
        () => 'refused',
      ),
      loaded: await new Promise((resolve) => {
        const element = new Image();
        element.onload = () => resolve('loaded');
        element.onerror = () => resolve('refused');
        element.src = image as string;
      }),
    }),
    [url, picture],
  );
  expect(outcome).toEqual({ read: 'refused', loaded: 'refused' });
  await page.close();
});
