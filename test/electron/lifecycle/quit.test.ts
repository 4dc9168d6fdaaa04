import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shutDownOnQuit } from '../../../electron/lifecycle/quit.ts';
import { Shutdown } from '../../../electron/lifecycle/shutdown.ts';

const electron = vi.hoisted(() => ({
  app: undefined as unknown as EventEmitter & { exit(code: number): void },
  BrowserWindow: {},
  powerMonitor: { on: () => {} },
}));
vi.mock('electron', () => electron);

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
let listeners: Map<string, NodeJS.SignalsListener[]>;
let exits: number[];
const errors: string[] = [];
const logger = { error: (_fields: object, message: string) => void errors.push(message) };

beforeEach(() => {
  [exits, errors.length] = [[], 0];
  electron.app = Object.assign(new EventEmitter(), { exit: (code: number) => void exits.push(code) });
  listeners = new Map(signals.map((signal) => [signal, process.listeners(signal)]));
});
afterEach(() => {
  process.exitCode = undefined;
  for (const signal of signals) {
    process.removeAllListeners(signal);
    for (const listener of listeners.get(signal) ?? []) process.on(signal, listener);
  }
});

/**
 * Quits an app with these steps.
 * @returns the number of delayed quits
 */
function quit(steps: (() => unknown)[], exit = async (code: number) => void exits.push(code)): number {
  const shutdown = new Shutdown(logger);
  for (const [at, stop] of steps.entries()) shutdown.add(`step ${at}`, stop);
  shutDownOnQuit({ shutdown, exit, logger });
  let held = 0;
  const event = { preventDefault: () => void (held += 1) };
  electron.app.emit('will-quit', event);
  electron.app.emit('will-quit', event);
  return held;
}

const fails = () => {
  throw new Error('broken');
};

test('ends with exit code 0 after a shutdown without failure, and does not delay a later quit', async () => {
  const event = { preventDefault: vi.fn() };
  expect(quit([() => {}])).toBe(2);
  await expect.poll(() => exits).toEqual([0]);
  electron.app.emit('will-quit', event);
  expect(event.preventDefault).not.toHaveBeenCalled();
  expect(errors).toEqual([]);
});

test('ends with exit code 1 after a failed step, after all steps', async () => {
  const last = vi.fn();
  quit([last, fails]);
  await expect.poll(() => exits).toEqual([1]);
  expect(last).toHaveBeenCalledOnce();
  expect(errors).toEqual(['a step of the shutdown failed']);
});

test('keeps an exit code that is already set', async () => {
  process.exitCode = 3;
  quit([fails]);
  await expect.poll(() => exits).toEqual([3]);
});

test('exits with 1 when the app cannot exit normally', async () => {
  quit([() => {}], async () => fails());
  await expect.poll(() => exits).toEqual([1]);
  expect(errors).toEqual(['the shutdown failed']);
});
