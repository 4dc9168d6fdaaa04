import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../browser/chromium.ts';
import { type FetchingNode, startFetchingNode } from '../support/http/fetching-node.ts';

/** This many requests take time on a busy machine. */
const patience = 180_000;

/** A page of another site on the same computer, which tries to reach the node in every way. */

let world: FetchingNode;
let browser: Browser;
let web: Server;

beforeAll(async () => {
  world = await startFetchingNode({ http: { host_names: ['alcove.home'] } });
  web = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>a page</title>');
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  browser = await launchChromium(
    '--host-resolver-rules=MAP evil.example.org 127.0.0.1, MAP alcove.home 127.0.0.1',
  );
});
afterAll(async () => {
  await browser?.close();
  web?.close();
  await world?.stop();
});

/** Parameters that the guard could accept as an access link. */
const queries = [
  '',
  '?access=x',
  '?download=1?&access=x',
  '??access=x',
  '?x=1?access=x',
  '?access=x&access=y',
  '/?access=x',
];

interface Outcome {
  /** The responses that scripts of the page could read. */
  read: string[];
  /** The files that it could show, run or play. */
  loaded: string[];
}

/** Runs in the page: requests every address in every way, and waits for all results. */
async function attack(addresses: string[]): Promise<Outcome> {
  const outcome: Outcome = { read: [], loaded: [] };
  const under = <T>(work: Promise<T>) => Promise.race([work, new Promise((end) => setTimeout(end, 5000))]);
  const element = (name: string, attributes: Record<string, string>, source: string) =>
    new Promise<void>((resolve) => {
      const made = Object.assign(document.createElement(name), attributes);
      const loads = () => {
        outcome.loaded.push(`${name} ${source}`);
        resolve();
      };
      made.addEventListener('load', loads);
      made.addEventListener('loadeddata', loads);
      made.addEventListener('error', () => resolve());
      document.body.append(made);
    });
  const framed = (name: string, attributes: Record<string, string>) =>
    new Promise<void>((resolve) => {
      const made = Object.assign(document.createElement(name), attributes);
      // A frame also loads a refusal.
      made.addEventListener('load', () => resolve());
      made.addEventListener('error', () => resolve());
      document.body.append(made);
    });
  const submitted = (method: string, action: string) => {
    const name = `frame${Math.random()}`;
    const done = framed('iframe', { name });
    const form = Object.assign(document.createElement('form'), { method, action, target: name });
    for (const [key, value] of new URL(action).searchParams) {
      form.append(Object.assign(document.createElement('input'), { name: key, value }));
    }
    document.body.append(form);
    form.submit();
    return done;
  };
  const fetched = (address: string, init: RequestInit) =>
    fetch(address, init).then(
      async (answer) => {
        if (answer.type !== 'opaque') outcome.read.push(`${address} ${answer.status} ${await answer.text()}`);
      },
      () => {},
    );
  for (const src of addresses) {
    await Promise.all(
      [
        fetched(src, {}),
        fetched(src, { mode: 'no-cors' }),
        fetched(src, { headers: { Range: 'bytes=0-4' } }),
        fetched(src, { method: 'HEAD' }),
        fetched(src, { method: 'DELETE' }),
        element('img', { src }, src),
        element('script', { src }, src),
        element('video', { src }, src),
        element('audio', { src, crossOrigin: 'anonymous' }, src),
        element('link', { rel: 'stylesheet', href: src }, src),
        framed('link', { rel: 'prefetch', href: src }),
        framed('link', { rel: 'preload', as: 'image', href: src }),
        framed('iframe', { src }),
        framed('object', { data: src }),
        submitted('get', src),
        submitted('post', src),
      ].map(under),
    );
    navigator.sendBeacon(src, 'x');
  }
  return outcome;
}

async function openAs(host: string) {
  const page = await browser.newPage();
  await page.goto(`http://${host}:${(web.address() as AddressInfo).port}/`);
  return page;
}

describe.each(['127.0.0.1', 'localhost', 'alcove.home'])(
  'a page of another site that requests %s',
  { timeout: patience },
  (name) => {
    it('reads nothing, and the node fetches nothing for it', async () => {
      const base = `http://${name}:${new URL(world.own.node.nodeUrl).port}`;
      const [stored, remote] = [world.secret.id, world.remoteId()];
      const page = await openAs('evil.example.org');
      const addresses = [stored, remote].flatMap((id) =>
        queries.map((query) => `${base}/api/v1/storage/${id}${query}`),
      );
      const outcome = await page.evaluate(attack, [
        ...addresses,
        `${base}/api/v1/content.list`,
        `${base}/api/v1/node`,
      ]);
      expect(outcome).toEqual({ read: [], loaded: [] });
      expect(await world.asked()).not.toContain(remote);
      const frames = await Promise.all(page.frames().map((frame) => frame.content().catch(() => '')));
      expect(frames.join()).not.toContain(world.secret.text);
      await page.close();
    });
  },
);

it('serves a page of this computer, so that the tests above can fail', {
  timeout: patience,
}, async () => {
  const [stored, remote] = [world.secret.id, world.remoteId()];
  const page = await openAs('127.0.0.1');
  const addresses = [stored, remote].map((id) => `${world.own.node.nodeUrl}/api/v1/storage/${id}`);
  const { read, loaded } = await page.evaluate(attack, addresses);
  expect(read).toContain(`${addresses[0]} 200 ${world.secret.text}`);
  expect(loaded).toContain(`img ${addresses[1]}`);
  expect(await world.asked()).toContain(remote);
  await page.close();
});

it('returns nothing from the dashboard’s own server either', { timeout: patience }, async () => {
  const { dashboardUrl } = world.own.node;
  const page = await openAs('evil.example.org');
  const paths = [
    '/local/overview',
    '//local/overview',
    '/LOCAL/overview',
    '/local%2foverview',
    '/viewer/%2e%2e/local/overview',
  ];
  const { read } = await page.evaluate(
    attack,
    paths.map((path) => dashboardUrl + path),
  );
  expect(read).toEqual([]);
  await page.close();
});
