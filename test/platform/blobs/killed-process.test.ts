import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { filesOf, openStore, temporaryFolder } from './support/temporary-store.ts';

test('keeps completed contents, and nothing else, after a kill during writes and a restart', {
  retry: 0,
}, async () => {
  const dataDir = await temporaryFolder();
  const script = fileURLToPath(new URL('./support/killed-writer.ts', import.meta.url));
  const writer = spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  for await (const line of createInterface({ input: writer.stdout })) {
    lines.push(line);
    if (line === 'writing') writer.kill('SIGKILL');
  }
  if (writer.exitCode === null && writer.signalCode === null) await once(writer, 'exit');
  expect(writer.signalCode).toBe('SIGKILL');
  expect((await filesOf(dataDir)).filter((file) => file.startsWith('incoming'))).toHaveLength(2);

  const store = await openStore({ dataDir });
  const stored = Buffer.from(lines[0] ?? '', 'hex');
  expect(await filesOf(dataDir)).toHaveLength(1);
  expect(await store.verify(stored)).toEqual({ ok: true, actual: stored });
});
