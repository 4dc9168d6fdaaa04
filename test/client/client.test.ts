import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AlcoveError } from '@alcove/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getOverview } from '../../src/contract/dashboard-api/administration/monitoring.ts';
import { postPeerRetry } from '../../src/contract/dashboard-api/peers.ts';
import { startTestNode, type TestNode } from '../support/node/start-test-node.ts';
import { randomBytes } from '../support/random-bytes.ts';

let alcove: TestNode;
let token: string;

beforeAll(async () => {
  alcove = await startTestNode();
  token = await alcove.token('storage:write', 'content:read', 'status:write');
});
afterAll(() => alcove.stop());

async function errorOf(call: Promise<unknown>): Promise<AlcoveError> {
  const error = await call.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (!(error instanceof AlcoveError)) throw new Error(`expected an AlcoveError, got ${String(error)}`);
  return error;
}

const bytesOf = async (body: ReadableStream<Uint8Array>) =>
  Buffer.from(await new Response(body).arrayBuffer());

describe('a client of the node API', () => {
  it('calls endpoints without a token', async () => {
    const client = alcove.client();
    expect(await client.network.info()).toMatchObject({ id: alcove.node.publicKey, node_type: 'private' });
    expect(await client.network.nodes()).toEqual([]);
    expect((await client.node.status()).services.api).toEqual({ status: 'ok', delay: 0 });
    expect((await client.node.version()).codebase_hash).toMatch(/^[0-9a-f]{40}$|^unknown$/);
  });

  it('reports a refusal with all members of the problem', async () => {
    const error = await errorOf(alcove.client('wrong').storage.upload(new Blob(['x'])));
    expect(error).toMatchObject({ failure: 'refused', code: 'unauthorized', status: 401 });
    expect(error.requestId).toMatch(/^[\w-]{12}$/);
    expect(error.message).not.toContain('wrong');
  });

  it('names the invalid fields of the input', async () => {
    const error = await errorOf(alcove.localClient().call(postPeerRetry, { body: { host: 'no origin' } }));
    expect(error).toMatchObject({ code: 'invalid_request', status: 400 });
    expect(error.errors.map(({ path }) => path)).toEqual(['body.host']);
  });

  it('reports an unreachable node, and passes on an abort', async () => {
    const gone = await startTestNode();
    const client = gone.client();
    await gone.stop();
    expect(await errorOf(client.node.status())).toMatchObject({ failure: 'no_response', status: null });
    const reason = new Error('I have changed my mind');
    const aborted = alcove.client().content.view('x', AbortSignal.abort(reason));
    await expect(aborted).rejects.toBe(reason);
  });

  it('never requests another path than the given one', async () => {
    for (const id of ['..', '.', '']) {
      expect((await errorOf(alcove.client(token).storage.decode(id))).code).toBe('invalid_request');
    }
    expect((await errorOf(alcove.client(token).storage.decode('../node?x#y'))).code).toBe(
      'invalid_content_id',
    );
  });
});

describe('stored files', () => {
  const bytes = randomBytes(300_000);
  const sources = {
    'a blob': () => new Blob([bytes]),
    'a file': () => new File([bytes], 'ignored.bin'),
    bytes: () => bytes,
    'a stream': () => new Blob([bytes]).stream(),
    'an iterable': () => new Blob([bytes]).stream().values(),
    'a path': () => {
      const path = join(alcove.dataDir, 'source.bin');
      writeFileSync(path, bytes);
      return path;
    },
  };

  it.each(Object.entries(sources))('are uploaded from %s, with progress to the end', async (name, open) => {
    const seen: number[] = [];
    const stored = await alcove.client(token).storage.upload(open(), {
      name: `${name}.bin`,
      onProgress: (sent) => seen.push(sent),
    });
    expect(stored.size).toBe(bytes.length);
    expect(seen.at(-1)).toBe(bytes.length);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  it('are returned unchanged, whole and in part, with their name', async () => {
    const { storage } = alcove.client(token);
    const data = randomBytes(100_000);
    const name = 'Käse “100 %”; ☃.bin';
    const { content_id } = await storage.upload(data, { name });
    const whole = await storage.download(content_id);
    expect(whole).toMatchObject({
      size: data.length,
      fileName: name,
      contentType: 'application/octet-stream',
    });
    expect((await bytesOf(whole.body)).equals(data)).toBe(true);
    const part = await storage.download(content_id, { range: { start: 10, end: 19 } });
    expect((await bytesOf(part.body)).equals(data.subarray(10, 20))).toBe(true);
    const rest = await storage.download(content_id, { range: { start: 99_990 } });
    expect((await bytesOf(rest.body)).equals(data.subarray(99_990))).toBe(true);
    expect(await storage.decode(content_id)).toMatchObject({ stored: true, size: data.length });
  });

  it('have the name of the file and the given type', async () => {
    const { storage } = alcove.client(token);
    const stored = await storage.upload(new File(['la la'], 'song.mp3', { type: 'audio/mpeg' }));
    expect(stored.content_type).toBe('audio/mpeg');
    expect((await storage.download(stored.content_id)).fileName).toBe('song.mp3');
    expect((await storage.upload(Buffer.from('ho'), { type: 'text/plain' })).content_type).toMatch(
      /^text\/plain/,
    );
  });

  it('are discarded when the upload is cancelled', async () => {
    const controller = new AbortController();
    const endless = new ReadableStream<Uint8Array>({
      pull: (stream) => stream.enqueue(new Uint8Array(65_536)),
    });
    const upload = alcove.client(token).storage.upload(endless, {
      signal: controller.signal,
      onProgress: (sent) => {
        if (sent > 1_000_000) controller.abort();
      },
    });
    await expect(upload).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('are rejected when they are too large, with the reason', async () => {
    const small = await startTestNode({ settings: { storage: { max_upload_bytes: 1000 } } });
    const client = small.client(await small.token('storage:write'));
    const tooLarge = await errorOf(client.storage.upload(new Blob([new Uint8Array(20_000_000)])));
    expect(tooLarge.code).toBe('payload_too_large');
    await small.stop();
  });
});

describe('a client of the dashboard API', () => {
  it('calls every endpoint by its contract, and uploads with the name', async () => {
    const local = alcove.localClient();
    const seen: number[] = [];
    const { content } = await local.upload(new Blob(['la la la']), 'läla.txt', {
      onProgress: (sent) => seen.push(sent),
    });
    expect(content.name).toBe('läla.txt');
    expect(seen.at(-1)).toBe(8);
    expect((await local.call(getOverview, {})).node.public_key).toBe(alcove.node.publicKey);
  });

  it('opens the stream of events', async () => {
    const controller = new AbortController();
    const stream = await alcove.localClient().openEvents(controller.signal);
    const { value } = await stream.getReader().read();
    expect(new TextDecoder().decode(value)).toContain('"ready"');
    controller.abort();
  });
});
