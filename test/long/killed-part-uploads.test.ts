import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../platform/blobs/support/temporary-store.ts';
import { knownBytes, openPartUploads, owner, sha256 } from '../uploads/part-upload-node.ts';
import { partOf, read } from '../uploads/upload-parts.ts';

test('loses no acknowledged bytes when a process is killed in the middle of a part', {
  retry: 0,
}, async () => {
  const dataDir = await temporaryFolder();
  const script = fileURLToPath(new URL('../uploads/killed-part-sender.ts', import.meta.url));
  const sender = spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  for await (const line of createInterface({ input: sender.stdout })) {
    lines.push(line);
    if (line === 'hanging') sender.kill('SIGKILL');
  }
  if (sender.exitCode === null && sender.signalCode === null) await once(sender, 'exit');
  expect(sender.signalCode).toBe('SIGKILL');
  const [uploadId = ''] = lines;
  const { size } = await stat(join(dataDir, 'uploads', `${uploadId}.part`));
  expect(size).toBeGreaterThan(1_200_000);

  const { uploads, catalogue, close } = await openPartUploads({ dataDir, maxBytes: 12_000_000 });
  onTestFinished(close);
  expect(uploads.progressOf(uploadId, owner.principal).currentSize).toBe(1_200_000);
  const bytes = knownBytes(12_000_000);
  const last = partOf(bytes.subarray(1_200_000), 1_200_000);
  const { content } = await uploads.finish(uploadId, owner.principal, last);
  expect(content.sha256.equals(sha256(bytes))).toBe(true);
  expect((await read(catalogue, content)).equals(bytes)).toBe(true);
});
