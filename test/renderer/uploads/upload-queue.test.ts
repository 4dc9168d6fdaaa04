import { expect, it } from 'vitest';
import { newestId, type SendFile, UploadQueue } from '../../../renderer/features/uploads/upload-queue.ts';
import { CallError } from '../../../renderer/lib/api/call-error.ts';
import type { LocalUpload } from '../../../src/contract/dashboard-api/content.ts';

const answer: LocalUpload = {
  content: {
    content_id: 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku',
    content_sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    name: 'a.txt',
    size: 4,
    content_type: 'text/plain',
    created_at: '2026-01-31T12:00:00.000Z',
    content_url: 'http://127.0.0.1:8471/api/v1/storage/x',
    viewable: true,
    title: 'a',
    description: '',
    authors: [],
    hashtags: [],
    author_address: null,
    cover_id: null,
    cover_url: null,
    media: null,
    thumbnail_url: null,
    published: false,
    updated_at: '2026-01-31T12:00:00.000Z',
    uploaded_by: { id: 'owner', name: 'owner' },
    verified_at: null,
    damage: null,
    collection_kind: null,
    copy: null,
    shares: [],
    encrypted: null,
    encryption: null,
  },
  already_stored: false,
};

/** A sender whose uploads are ended by the test. */
function sender() {
  const sends = new Map<
    string,
    {
      progress: (bytes: number) => void;
      finish: (result?: LocalUpload) => Promise<void>;
      fail: (error: unknown) => Promise<void>;
      aborted: () => boolean;
    }
  >();
  const order: string[] = [];
  const send: SendFile = (file, progress, signal) =>
    new Promise((resolve, reject) => {
      order.push(file.name);
      signal.addEventListener('abort', () => reject(new Error('aborted')));
      sends.set(file.name, {
        progress,
        finish: async (result = answer) => {
          resolve(result);
          await settled();
        },
        fail: async (error) => {
          reject(error);
          await settled();
        },
        aborted: () => signal.aborted,
      });
    });
  const get = (name: string) => {
    const found = sends.get(name);
    if (!found) throw new Error(`${name} is not being sent`);
    return found;
  };
  return { send, order, get };
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}

function fileNamed(name: string): File {
  return new File(['four'], name);
}

const files = (...names: string[]) => names.map(fileNamed);

it('sends three at a time, in order, and the next as soon as one ends', async () => {
  const { send, order, get } = sender();
  const queue = new UploadQueue(send);
  queue.add(files('a', 'b', 'c', 'd', 'e'));
  expect(order).toEqual(['a', 'b', 'c']);
  expect(queue.uploads().map((upload) => upload.status)).toEqual([
    'sending',
    'sending',
    'sending',
    'waiting',
    'waiting',
  ]);
  await get('b').finish();
  expect(order).toEqual(['a', 'b', 'c', 'd']);
  await get('a').fail(new Error('gone'));
  expect(order).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('shows progress and speed of an upload, and when the node has all bytes', async () => {
  let time = 0;
  const { send, get } = sender();
  const queue = new UploadQueue(send, 3, () => time);
  queue.add(files('a'));
  time = 1000;
  get('a').progress(2);
  expect(queue.uploads()[0]).toMatchObject({ status: 'sending', sentBytes: 2, rate: 2 });
  time = 2000;
  get('a').progress(4);
  expect(queue.uploads()[0]).toMatchObject({ status: 'storing', sentBytes: 4, rate: 2 });
  await get('a').finish({ ...answer, already_stored: true });
  expect(queue.uploads()[0]).toMatchObject({ status: 'stored', result: { already_stored: true } });
});

it('measures the speed again when a file is sent again from its start', () => {
  let time = 0;
  const { send, get } = sender();
  const queue = new UploadQueue(send, 3, () => time);
  queue.add(files('a'));
  for (const [at, bytes, rate] of [
    [1000, 4, 4],
    [1500, 0, null],
    [2500, 2, 2],
  ] as const) {
    time = at;
    get('a').progress(bytes);
    expect(queue.uploads()[0]).toMatchObject({ sentBytes: bytes, rate });
  }
});

it('keeps the reason of a failure and sends the file again on request', async () => {
  const { send, order, get } = sender();
  const queue = new UploadQueue(send);
  queue.add(files('a'));
  const full = new CallError({ title: 'No room', detail: 'The disk is full.', code: 'insufficient_storage' });
  await get('a').fail(full);
  const [failed] = queue.uploads();
  expect(failed).toMatchObject({ status: 'failed', error: full });
  queue.retry(failed?.id ?? 0);
  expect(order).toEqual(['a', 'a']);
  await get('a').finish();
  expect(queue.uploads()).toMatchObject([{ status: 'stored', error: null }]);
});

it('finds the newest upload also after an older one was retried', async () => {
  const { send, get } = sender();
  const queue = new UploadQueue(send);
  expect(newestId(queue.uploads())).toBe(0);
  queue.add(files('a', 'b'));
  await get('a').fail(new Error('gone'));
  queue.retry(1);
  expect(queue.uploads().map(({ id }) => id)).toEqual([2, 1]);
  expect(newestId(queue.uploads())).toBe(2);
});

it('cancels running and waiting uploads, and starts the next', async () => {
  const { send, order, get } = sender();
  const queue = new UploadQueue(send, 1);
  queue.add(files('a', 'b', 'c'));
  const [a, b] = queue.uploads();
  queue.cancel(b?.id ?? 0);
  queue.cancel(a?.id ?? 0);
  await settled();
  expect(get('a').aborted()).toBe(true);
  expect(order).toEqual(['a', 'c']);
  expect(queue.uploads().map((upload) => upload.status)).toEqual(['cancelled', 'cancelled', 'sending']);
});

it('does not let a late progress report revive a cancelled upload', async () => {
  const { send, get } = sender();
  const queue = new UploadQueue(send);
  queue.add(files('a'));
  queue.cancel(1);
  await settled();
  get('a').progress(4);
  expect(queue.uploads()[0]?.status).toBe('cancelled');
});

it('cancels everything at once without starting waiting uploads', async () => {
  const { send, order } = sender();
  const queue = new UploadQueue(send, 2);
  queue.add(files('a', 'b', 'c', 'd'));
  queue.cancelAll();
  await settled();
  expect(order).toEqual(['a', 'b']);
  expect(queue.uploads().every((upload) => upload.status === 'cancelled')).toBe(true);
});

it('clears ended uploads and keeps running ones', async () => {
  const { send, get } = sender();
  const queue = new UploadQueue(send);
  let changes = 0;
  const unsubscribe = queue.subscribe(() => {
    changes += 1;
  });
  queue.add(files('a', 'b', 'c'));
  await get('a').finish();
  await get('b').fail(new Error('gone'));
  queue.clearEnded();
  expect(queue.uploads().map((upload) => upload.file.name)).toEqual(['c']);
  const before = changes;
  expect(before).toBeGreaterThan(0);
  unsubscribe();
  queue.cancelAll();
  expect(changes).toBe(before);
});

it('forgets added files when the user leaves, once all have ended, but not the failed ones', async () => {
  const { send, get } = sender();
  const queue = new UploadQueue(send);
  queue.add(files('a', 'b'));
  await get('a').finish();
  queue.clearSeen();
  expect(queue.uploads().map((upload) => upload.file.name)).toEqual(['a', 'b']);
  await get('b').fail(new Error('gone'));
  queue.clearSeen();
  expect(queue.uploads().map((upload) => upload.file.name)).toEqual(['b']);
});
