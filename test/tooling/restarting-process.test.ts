import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, vi } from 'vitest';
import { RestartingProcess } from '../../scripts/lib/dev/restarting-process.mjs';

const runs = (program: string) => {
  const started: ChildProcess[] = [];
  const start = () => {
    const child = spawn(process.execPath, ['--eval', program], { stdio: ['ignore', 'pipe', 'ignore'] });
    started.push(child);
    return child;
  };
  return { started, start };
};

it('replaces the running process once for concurrent calls, and stops it', async () => {
  const { started, start } = runs("setInterval(() => {}, 1000); console.log('up');");
  const onClosed = vi.fn();
  const process = new RestartingProcess(start, { onClosed });
  process.restart();
  await expect.poll(() => started.length).toBe(1);
  await once(started[0]?.stdout as NodeJS.ReadableStream, 'data');
  process.restart();
  process.restart();
  await expect.poll(() => started.length).toBe(2);
  expect(started[0]?.signalCode).toBe('SIGTERM');
  await process.stop();
  expect(started).toHaveLength(2);
  expect(started[1]?.signalCode).toBe('SIGTERM');
  expect(onClosed).not.toHaveBeenCalled();
});

it('waits for the next change after a crash, and ends with an orderly exit', async () => {
  const { started, start } = runs('process.exit(process.env.CODE)');
  const onClosed = vi.fn();
  const codes = ['3', '0'];
  const process = new RestartingProcess(
    () => {
      vi.stubEnv('CODE', codes.shift());
      return start();
    },
    { onClosed },
  );
  process.restart();
  await expect.poll(() => started[0]?.exitCode).toBe(3);
  expect(onClosed).not.toHaveBeenCalled();
  process.restart();
  await expect.poll(() => onClosed.mock.calls.length).toBe(1);
});
