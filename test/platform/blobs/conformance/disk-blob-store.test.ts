import { open, rm, truncate } from 'node:fs/promises';
import { DiskBlobStore } from '../../../../src/platform/blobs/store/disk-blob-store.ts';
import { filesOf, pathOf, temporaryFolder } from '../support/temporary-store.ts';
import { conformsToBlobStore } from './conforms-to-blob-store.ts';
import type { OpenStore } from './engine.ts';

conformsToBlobStore({
  name: 'the store on a disk',
  open: async () => openIn(await temporaryFolder()),
});

async function openIn(dataDir: string): Promise<OpenStore> {
  const store = new DiskBlobStore({ dataDir });
  await store.open();
  return {
    store,
    close: () => store.close(),
    reopen: () => openIn(dataDir),
    flipBit: (sha256, position) => flipBit(pathOf(dataDir, sha256), position),
    truncate: (sha256, size) => truncate(pathOf(dataDir, sha256), size),
    lose: (sha256) => rm(pathOf(dataDir, sha256)),
    arriving: async () => (await filesOf(dataDir)).filter((file) => /^(incoming|uploads)/.test(file)),
  };
}

async function flipBit(path: string, position: number): Promise<void> {
  const file = await open(path, 'r+');
  const byte = Buffer.alloc(1);
  await file.read(byte, 0, 1, position);
  byte[0] = (byte[0] ?? 0) ^ 1;
  await file.write(byte, 0, 1, position);
  await file.close();
}
