import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { download } from '../../../electron/downloads/download.ts';
import { setLanguage } from '../../../electron/i18n/translate.ts';
import { foreignText } from '../../../src/core/messages/message.ts';
import { NodeError } from '../../../src/core/node-error.ts';
import { toProblem } from '../../../src/platform/http/endpoint/problem.ts';

const bytes = Buffer.alloc(1_000_000, 'alcove');
let folder: string;
let server: Server;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'alcove-save-'));
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
  setLanguage('en', '');
});

/** @param members replaces those of the document */
const refuse =
  (error: NodeError, members: object = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(404, { 'Content-Type': 'application/problem+json' });
    response.end(JSON.stringify({ ...toProblem(error, 'r1').document, ...members }));
  };

async function save(
  answer: RequestListener,
  signal = new AbortController().signal,
  foreign = false,
  keepsExisting = false,
) {
  server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const progress: [number, number][] = [];
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/content`);
  const target = join(folder, 'saved.bin');
  const onProgress = (done: number, total: number) => void progress.push([done, total]);
  await download({ url, target, signal, foreign, keepsExisting, onProgress });
  return progress;
}

/** Answers with half of the announced bytes, then calls `next`. */
const half =
  (next: RequestListener): RequestListener =>
  (request, response) => {
    response.setHeader('Content-Length', bytes.length);
    response.write(bytes.subarray(0, bytes.length / 2), () => next(request, response));
  };

test('saves all bytes, and reports progress with the total', async () => {
  const progress = await save((_request, response) => {
    response.setHeader('Content-Length', bytes.length).end(bytes);
  });
  expect(readFileSync(join(folder, 'saved.bin')).equals(bytes)).toBe(true);
  expect(progress.at(-1)).toEqual([bytes.length, bytes.length]);
  expect(readdirSync(folder)).toEqual(['saved.bin']);
});

test('downloads an empty content', async () => {
  await save((_request, response) => response.setHeader('Content-Length', 0).end());
  expect(readFileSync(join(folder, 'saved.bin')).length).toBe(0);
});

test('keeps a file that was created during the download', async () => {
  const answer: RequestListener = (_request, response) => {
    writeFileSync(join(folder, 'saved.bin'), 'created meanwhile');
    response.end(bytes);
  };
  await save(answer, undefined, true, true);
  expect(readdirSync(folder).sort()).toEqual(['saved (2).bin', 'saved.bin']);
  expect(readFileSync(join(folder, 'saved.bin'), 'utf8')).toBe('created meanwhile');
  expect(readFileSync(join(folder, 'saved (2).bin')).equals(bytes)).toBe(true);
});

test('keeps the earlier file and nothing else after an interruption', async () => {
  writeFileSync(join(folder, 'saved.bin'), 'older');
  const breaksOff = half((_request, response) => response.destroy());
  await expect(save(breaksOff)).rejects.toThrow('Download interrupted.');
  expect(readFileSync(join(folder, 'saved.bin'), 'utf8')).toBe('older');
  expect(readdirSync(folder)).toEqual(['saved.bin']);
});

test('leaves no files of a cancelled download', async () => {
  const ending = new AbortController();
  const stalls = half(() => ending.abort());
  await expect(save(stalls, ending.signal)).rejects.toThrow('Download interrupted.');
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  ['en', 'This node has nothing at this path.'],
  ['ru', 'По этому адресу у узла ничего нет.'],
] as const)('shows the refusal of the node in %s', async (language, text) => {
  setLanguage(language, '');
  await expect(save(refuse(new NodeError('not_found', 'http.notFound')))).rejects.toThrow(text);
  expect(readdirSync(folder)).toEqual([]);
});

test('shows the message of a node of another version unchanged', async () => {
  setLanguage('ru', '');
  const refusal = refuse(new NodeError('not_found', foreignText('Only on Sundays.')), {
    reason: 'sundays.only',
  });
  await expect(save(refusal)).rejects.toThrow('Only on Sundays.');
});

test('shows the status of a refusal without a problem document', async () => {
  await expect(save((_request, response) => response.writeHead(404).end('<html>'))).rejects.toThrow('404');
});

test('does not follow a redirect', async () => {
  const redirect: RequestListener = (_request, response) => {
    response.writeHead(302, { Location: '/elsewhere' }).end();
  };
  await expect(save(redirect)).rejects.toThrow();
  expect(readdirSync(folder)).toEqual([]);
});

test('marks a downloaded file before its final name', async () => {
  vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');
  await save((_request, response) => response.end(bytes), undefined, true);
  // Windows moves a stream with its file.
  const [mark, saved] = readdirSync(folder).sort();
  expect(mark).toMatch(/^\.saved\.bin\.[0-9a-f]{12}\.part:Zone\.Identifier$/);
  expect(saved).toBe('saved.bin');
  vi.restoreAllMocks();
});
