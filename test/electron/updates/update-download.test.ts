import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { downloadUpdate, readFromFeed } from '../../../electron/updates/update-download.ts';
import { isOlder } from '../../../electron/updates/update-versions.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function serve(answer: RequestListener): Promise<URL> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/latest.yml`);
}

const redirectTo = (target: string) =>
  serve((_request, answer) => {
    answer.writeHead(302, { location: target }).end();
  });

describe('the response of the feed', () => {
  it('is read from the address of a redirect', async () => {
    const there = await serve((_request, answer) => answer.end('version: 1.1.0'));
    expect((await readFromFeed(await redirectTo(there.href), 100)).toString()).toBe('version: 1.1.0');
  });

  it.each(['http://localhost:9/latest.yml', 'ftp://127.0.0.1/x', 'data:,version', 'no\u0000address:'])(
    'is not requested at %j, where others could read the request',
    async (target) => {
      const feed = await redirectTo(encodeURI(target));
      await expect(readFromFeed(feed, 100)).rejects.toMatchObject({ reason: 'unreachable' });
    },
  );

  it('is given up for circular redirects', async () => {
    let asked = 0;
    const feed = await serve(({ url = '' }, answer) => {
      asked += 1;
      answer.writeHead(302, { location: url }).end();
    });
    await expect(readFromFeed(feed, 100)).rejects.toMatchObject({ reason: 'unreachable' });
    expect(asked).toBe(6);
  });
});

describe('a download', () => {
  const whole = Buffer.from('the new version');
  const download = async (answer: RequestListener, destination: string) =>
    downloadUpdate({
      ...{ url: await serve(answer), destination, bytes: whole.length },
      sha512: createHash('sha512').update(whole).digest('base64'),
      ...{ signal: new AbortController().signal, onProgress: () => {} },
    });

  it('must match its signature: longer, shorter and truncated files are rejected', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'alcove-download-'));
    const file = join(folder, 'new');
    await download((_request, answer) => answer.end(whole), file);
    expect(readFileSync(file)).toEqual(whole);
    await expect(download((_request, answer) => answer.end(`${whole}!`), file)).rejects.toMatchObject({
      reason: 'damaged',
    });
    await expect(download((_request, answer) => answer.end('the new'), file)).rejects.toMatchObject({
      reason: 'damaged',
    });
    const cutOff: RequestListener = (_request, answer) => {
      answer.writeHead(200, { 'content-length': whole.length });
      answer.write('the', () => answer.destroy());
    };
    await expect(download(cutOff, file)).rejects.toMatchObject({ reason: 'unreachable' });
    rmSync(folder, { recursive: true });
  });

  it('ends when the server stalls, never ends, or the user cancels', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'alcove-download-'));
    const dripping: RequestListener = (_request, answer) => {
      const timer = setInterval(() => answer.write('.'), 5);
      answer.once('close', () => clearInterval(timer));
    };
    const standing: RequestListener = (_request, answer) => void answer.write('t');
    const silent: RequestListener = () => {};
    const begin = async (answer: RequestListener, limits: { withinMs: number; stallMs: number }) => {
      const cancel = new AbortController();
      const downloading = downloadUpdate(
        {
          ...{ url: await serve(answer), destination: join(folder, 'new'), bytes: 1e9, sha512: '' },
          ...{ signal: cancel.signal, onProgress: () => cancel.signal.aborted },
        },
        limits,
      );
      return { cancel, downloading };
    };
    const late = { reason: 'unreachable', message: 'the update server is too slow' };
    for (const [answer, limits] of [
      [standing, { withinMs: 60_000, stallMs: 100 }],
      [silent, { withinMs: 60_000, stallMs: 100 }],
      [dripping, { withinMs: 200, stallMs: 60_000 }],
    ] as const) {
      await expect((await begin(answer, limits)).downloading).rejects.toMatchObject(late);
    }
    const { cancel, downloading } = await begin(dripping, { withinMs: 60_000, stallMs: 60_000 });
    cancel.abort(new Error('cancelled'));
    await expect(downloading).rejects.toThrow('cancelled');
    rmSync(folder, { recursive: true });
  });
});

it('compares versions by their numbers', () => {
  expect(isOlder('1.9.0', '1.10.0')).toBe(true);
  expect(isOlder('1.9.9', '2.0.0')).toBe(true);
  for (const [version, than] of [
    ['1.10.0', '1.9.0'],
    ['1.1.0', '1.1.0'],
    ['2.0.0', '1.9.9'],
    ['1.1.0', '1.1.0-beta.2'],
  ] as const)
    expect(isOlder(version, than)).toBe(false);
});
