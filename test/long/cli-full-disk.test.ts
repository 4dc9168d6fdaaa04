import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runAlcove, serveNode } from '../support/node/run-alcove.ts';
import { fillDisk, smallDisk } from '../support/small-disk.ts';

const { path: disk, missing: unmountable } = smallDisk(16);

test.skipIf(unmountable)('reports a full disk, and runs again when there is free space', async () => {
  const dataDir = join(disk, 'node');
  const before = await serveNode(dataDir);
  await before.end();
  const free = fillDisk(disk);
  const refused = await runAlcove(
    'serve',
    '--data-dir',
    dataDir,
    '--node-port',
    '0',
    '--dashboard-port',
    '0',
  );
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('The disk with the data folder is full');
  free();
  const after = await serveNode(dataDir);
  expect(after.ready.public_key).toBe(before.ready.public_key);
  await after.end();
});
