import { PassThrough, Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BlobStore } from '../../../../src/platform/blobs/store/blob-store.ts';
import { randomBytes } from '../../../support/random-bytes.ts';
import { randomRuns } from '../../../support/random-runs.ts';
import { deferred, inChunks } from '../support/temporary-store.ts';
import { type BlobEngine, openEmpty } from './engine.ts';

const size = 1_500_000;

/** Starts an upload, sends some of its bytes and waits until they have arrived. */
async function begin(store: BlobStore, bytes: number) {
  const source = new PassThrough();
  const controller = new AbortController();
  const arrived = deferred();
  const outcome = store
    .write(source, {
      maxBytes: size,
      signal: controller.signal,
      onProgress: (done) => done >= bytes && arrived.resolve(),
    })
    .then(
      () => undefined,
      (reason: unknown) => reason,
    );
  if (bytes > 0) {
    inChunks(randomBytes(bytes), 50_000).pipe(source, { end: false });
    await arrived.promise;
  }
  return { source, controller, outcome };
}

const breakOffs = {
  signal: ({ controller }: Awaited<ReturnType<typeof begin>>) => controller.abort(new Error('signal')),
  error: ({ source }: Awaited<ReturnType<typeof begin>>) => source.destroy(new Error('error')),
  'early end': ({ source }: Awaited<ReturnType<typeof begin>>) => source.destroy(),
};

/** Writes that are refused, interrupted or aborted leave nothing. */
export function refusedWrites(engine: BlobEngine): void {
  test('leaves no files of an upload that is interrupted at any point', async () => {
    const { store, arriving } = await openEmpty(engine);
    const how = fc.constantFrom<keyof typeof breakOffs>('signal', 'error', 'early end');
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: size }), how, async (bytes, end) => {
        const upload = await begin(store, bytes);
        breakOffs[end](upload);
        const reason = await upload.outcome;
        expect(reason).toBeInstanceOf(Error);
        if (end !== 'early end') expect(reason).toMatchObject({ message: end });
        expect(await arriving()).toEqual([]);
      }),
      {
        numRuns: randomRuns(60),
        examples: [
          [0, 'signal'],
          [0, 'error'],
          [0, 'early end'],
          [100, 'signal'],
          [size, 'signal'],
        ],
      },
    );
  });

  test('aborts running uploads on close and leaves no files of them', async () => {
    const { store, close, arriving } = await openEmpty(engine);
    const uploads = await Promise.all([0, 100, 300_000, 1_000_000, size].map((bytes) => begin(store, bytes)));
    await close();
    expect(await arriving()).toEqual([]);
    for (const { outcome } of uploads) expect(await outcome).toMatchObject({ code: 'shutting_down' });
  });

  test('refuses an upload whose signal is already aborted', async () => {
    const { store } = await openEmpty(engine);
    const signal = AbortSignal.abort(new Error('too late'));
    await expect(store.write(inChunks(randomBytes(10), 10), { maxBytes: 10, signal })).rejects.toThrow(
      'too late',
    );
  });

  test('refuses one byte over the limit and can still respond to the sender', async () => {
    const { store, arriving } = await openEmpty(engine);
    for (const bytes of [1000, 700_000]) {
      const source = new PassThrough();
      inChunks(randomBytes(bytes), 10_000).pipe(source, { end: false });
      await expect(store.write(source, { maxBytes: bytes - 1 })).rejects.toMatchObject({
        code: 'payload_too_large',
      });
      expect(source.destroyed).toBe(false);
    }
    expect(await arriving()).toEqual([]);
  });

  test('refuses an announced size over the limit before reading', async () => {
    const { store } = await openEmpty(engine);
    let read = 0;
    const onProgress = (bytes: number) => {
      read = bytes;
    };
    const source = inChunks(randomBytes(1000), 100);
    await expect(store.write(source, { maxBytes: 10, sizeHint: 1000, onProgress })).rejects.toMatchObject({
      code: 'payload_too_large',
    });
    expect(read).toBe(0);
  });

  test('survives a source that fails after the refusal', async () => {
    const { store } = await openEmpty(engine);
    const source = new PassThrough();
    await expect(store.write(source, { maxBytes: 1, sizeHint: 2 })).rejects.toThrow();
    source.destroy(new Error('cut off'));
    await new Promise((resolve) => source.once('close', resolve));
  });

  test('rejects a source that has already failed', async () => {
    const { store } = await openEmpty(engine);
    const source = new Readable({ read() {} });
    source.on('error', () => {});
    source.destroy(new Error('failed before'));
    await nextTurn();
    await expect(store.write(source, { maxBytes: 1 })).rejects.toThrow('failed before');
  });

  test('accepts nothing after close', async () => {
    const { store, close, arriving } = await openEmpty(engine);
    const staged = await store.write(inChunks(randomBytes(10), 10), { maxBytes: 10 });
    await close();
    await expect(staged.commit()).rejects.toMatchObject({ code: 'shutting_down' });
    await expect(store.verify(staged.sha256)).rejects.toMatchObject({ code: 'shutting_down' });
    await expect(store.write(inChunks(randomBytes(10), 10), { maxBytes: 10 })).rejects.toMatchObject({
      code: 'shutting_down',
    });
    expect(await arriving()).toEqual([]);
  });
}
