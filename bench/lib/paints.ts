import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';

/** The switch that makes the window of an Electron accessible to the DevTools protocol. */
export const inspectable = '--remote-debugging-port=0';

const pollMs = 20;
/** A page has painted its last contents if nothing follows within this time. */
const calmMs = 2000;

const targets = z.array(z.looseObject({ type: z.string(), webSocketDebuggerUrl: z.string() }));
const lifecycleEvent = z.object({
  method: z.literal('Page.lifecycleEvent'),
  params: z.object({ loaderId: z.string(), name: z.string(), timestamp: z.number() }),
});

/**
 * Returns when each page in the window of a newly started Electron first painted contents, in milliseconds of the clock
 * of `process.hrtime` (Linux).
 */
export async function firstPaints(electron: ChildProcess): Promise<number[]> {
  const socket = new WebSocket(await windowOf(await devTools(electron)));
  const paints = new Map<string, number>();
  let last = performance.now();
  socket.addEventListener('message', ({ data }) => {
    const event = lifecycleEvent.safeParse(JSON.parse(String(data))).data;
    last = performance.now();
    if (event?.params.name !== 'firstContentfulPaint') return;
    paints.set(event.params.loaderId, event.params.timestamp * 1000);
  });
  await once(socket, 'open');
  // Earlier events are reported, too.
  for (const [id, method, params] of [
    [1, 'Page.enable', {}],
    [2, 'Page.setLifecycleEventsEnabled', { enabled: true }],
  ])
    socket.send(JSON.stringify({ id, method, params }));
  while (paints.size === 0 || performance.now() - last < calmMs) await wait(pollMs);
  socket.close();
  return [...paints.values()].toSorted((a, b) => a - b);
}

/** Returns the DevTools address of the window, as soon as it exists. */
async function windowOf(origin: string): Promise<string> {
  for (;;) {
    const known = targets.parse(await (await fetch(`${origin}/json/list`)).json());
    const window = known.find(({ type }) => type === 'page');
    if (window) return window.webSocketDebuggerUrl;
    await wait(pollMs);
  }
}

async function devTools({ stderr, pid }: ChildProcess): Promise<string> {
  if (!stderr) throw new Error('The stderr of Electron is not piped.');
  const lines = createInterface(stderr);
  for await (const line of lines) {
    const host = /^DevTools listening on ws:\/\/([^/]+)/.exec(line)?.[1];
    if (host === undefined) continue;
    // Reads the remaining output, because Electron would block when the pipe is full.
    stderr.resume();
    return `http://${host}`;
  }
  throw new Error(`Electron ${pid} ended at once.`);
}
