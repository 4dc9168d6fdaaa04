import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DiskBlobStore } from '../src/platform/blobs/store/disk-blob-store.ts';
import { generated } from './blobs-source.ts';

/** A process with only a blob store: stores a blob of the given size, then sends it to every client. */
const [dataDir = '', size = '0'] = process.argv.slice(2);
const store = new DiskBlobStore({ dataDir });
await store.open();
const blob = await store.write(generated(Number(size)), { maxBytes: Number(size) });
await blob.commit();

const server = createServer((_request, response) => {
  response.setHeader('Content-Length', blob.size);
  store.sendTo(response, blob).catch((error: Error) => response.destroy(error));
}).listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ port, sha256: blob.sha256.toString('hex') })}\n`);
});
process.on('SIGTERM', () => process.exit(0));
