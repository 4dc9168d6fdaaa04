import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { contentIdOf } from '../../src/core/content-id.ts';
import { SendContent } from '../../src/features/sharing/send-content.ts';
import { longFile, type Sharer, startSharer } from './sharer.ts';

let sharer: Sharer;

beforeEach(async () => {
  sharer = await startSharer();
});
afterEach(() => sharer.stop());

it('does not overwrite a buffer that waits for the network', async () => {
  const bytes = longFile(8 * 1024 * 1024);
  const sha256 = await sharer.addContent(bytes);
  const queued: Buffer[] = [];
  const about = {
    contentType: 'text/plain',
    name: '',
    title: '',
    description: '',
    cover: null,
    updatedAt: 0,
  };
  const sending = new SendContent({
    content: { sha256, size: bytes.length, ...about, authors: [], hashtags: [] },
    read: sharer.read,
    to: {
      progressOf: async () => undefined,
      // Like a socket slower than the disk: it keeps its buffer until it is sent.
      store: async (_piece, open) => {
        for await (const chunk of open()) {
          queued.push(chunk as Buffer);
          await setImmediate();
        }
        return { content_id: contentIdOf(sha256) };
      },
    },
    ...{ partBytes: bytes.length, uploadId: null, sentBytes: null },
    ...{ onUpload: async () => {}, onStored: () => {}, onSent: () => {} },
  });
  await sending.run();
  expect(Buffer.concat(queued).equals(bytes)).toBe(true);
});
