import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Step } from '../../src/app/lifecycle.ts';
import { startTestNode, type TestNode, temporaryFolder } from '../support/node/start-test-node.ts';
import { someCases } from '../support/random-runs.ts';
import { changeSteps, failStep, leftovers, type Phase, watchThreads } from './failing-steps.ts';

const dataDir = temporaryFolder();
const runningThreads = watchThreads();
const fault = new Error('a fault');
/** Without a node. */
let idle: ReturnType<typeof leftovers>;
/** The parts of a node with the phases of each, in the order of their construction. */
const steps: [name: string, step: Step][] = [];

/** Returns parts with a phase, the last one first, because most others must be released after it. */
const stepsWith = (phase: Phase): string[] =>
  steps
    .filter(([, step]) => phase === 'made' || step[phase])
    .map(([name]) => name)
    .reverse();

const start = (): Promise<TestNode> =>
  startTestNode({ dataDir, settings: { chain: { network: 'embedded' }, network: { practice: true } } });

beforeAll(async () => {
  idle = leftovers(dataDir);
  changeSteps((name, step) => {
    steps.push([name, step]);
    return step;
  });
  await (await start()).stop();
  vi.restoreAllMocks();
});

afterEach(() => void vi.restoreAllMocks());

afterAll(() => rmSync(dataDir, { recursive: true }));

async function failsCleanly(name: string, phase: Phase): Promise<void> {
  failStep(name, phase, fault);
  await expect(start(), `${name}, ${phase}`).rejects.toBe(fault);
  // Servers of Node emit `close` before the event loop has released their handles.
  await expect.poll(() => leftovers(dataDir), { message: `${name}, ${phase}` }).toEqual(idle);
  await expect.poll(runningThreads, { message: `threads of ${name}, ${phase}` }).toBe(0);
  vi.restoreAllMocks();
}

describe.skipIf(process.platform !== 'linux')('a node that cannot start', { retry: 0 }, () => {
  it('releases everything when any step of its construction fails', async () => {
    expect(steps.length).toBeGreaterThan(20);
    for (const name of someCases(stepsWith('made'), 4)) await failsCleanly(name, 'made');
  });

  it('releases everything when any part cannot be opened', async () => {
    for (const name of someCases(stepsWith('open'), 2)) await failsCleanly(name, 'open');
  });

  it('releases everything when any part cannot be started', async () => {
    for (const name of someCases(stepsWith('start'), 4)) await failsCleanly(name, 'start');
  });

  it('releases everything when its port is in use', async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) =>
      other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port)),
    );
    const before = leftovers(dataDir);
    const settings = { node: { port, type: 'public', public_host: 'http://127.0.0.1:1' } } as const;
    await expect(startTestNode({ dataDir, settings })).rejects.toThrow('node.listen, node.port');
    await expect.poll(() => leftovers(dataDir)).toEqual(before);
    await new Promise((resolve) => other.close(resolve));
  });

  it('starts in the same process as soon as nothing fails any more', async () => {
    const node = await start();
    expect((await node.ask('/api/v1/node')).status).toBe(200);
    await node.stop();
    await expect.poll(() => leftovers(dataDir)).toEqual(idle);
  });
});
