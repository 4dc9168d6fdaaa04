import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type LonePeers, lonePeers } from '../network/lone-peers.ts';
import { NodeAnswers } from '../network/node-answers.ts';

/**
 * Public nodes that start at the same moment and know only the first one; prints when every node knows all others
 * (`Gossip`). The clock is simulated. Arguments: a folder, the number of nodes.
 */
const [folder = '', count = ''] = process.argv.slice(2);
const size = Number(count);
const MAX_ROUNDS = 10;
/** Simulated time until the second round and between later rounds, including their random delays. */
const [SOON_MS, LATER_MS] = [37_000, 12 * 60_000];

export interface Gossip {
  /** Number of rounds until all nodes knew all others; null: they never did. */
  rounds: number | null;
  simulatedMs: number;
  handshakes: number;
  processorMs: number;
  /** Memory in use after a garbage collection. */
  heapBytes: number;
}

const time = { skipped: 0 };
const clock = (): number => Date.now() + time.skipped;

async function startNode(
  number: number,
  bootstrap: readonly string[],
): Promise<{ node: LonePeers; host: string }> {
  const server = createServer((request, response) => {
    answers.answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const path = join(folder, `${number}.db`);
  const node = lonePeers({ ...{ path, bootstrap, clock }, publicHost: host });
  // The bench does not measure the disk, to which many nodes write at once.
  node.db.pragma('synchronous = OFF');
  const { identity, describe, peers } = node;
  const answers = new NodeAnswers({
    ...{ identity, describe },
    knownNodes: () => peers.knownNodes(),
    onClaim: (publicHost, request) => peers.verifyClaim(publicHost, request),
  });
  return { node, host };
}

const first = await startNode(0, []);
const others = await Promise.all(
  Array.from({ length: size - 1 }, (_, index) => startNode(index + 1, [first.host])),
);
const all = [first, ...others].map(({ node }) => node.peers);

/** Waits until no handshake causes further ones: it leads to a check of its claim, which may name other nodes. */
async function settled(): Promise<void> {
  for (let quiet = 0; quiet < 3; quiet += 1) {
    await Promise.all(all.map((peers) => peers.settled()));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const allKnowAll = (): boolean =>
  all.every((peers) => peers.list().filter(({ state }) => state === 'compatible').length === size - 1);

const began = { at: clock(), processor: process.cpuUsage() };
for (const peers of all) await peers.start();
await settled();
let rounds = 0;
for (; !allKnowAll() && rounds < MAX_ROUNDS; rounds += 1) {
  time.skipped += rounds === 0 ? SOON_MS : LATER_MS;
  await Promise.all(all.map((peers) => peers.runDue()));
  await settled();
}
const { user, system } = process.cpuUsage(began.processor);
globalThis.gc?.();
const outcome: Gossip = {
  rounds: allKnowAll() ? rounds : null,
  simulatedMs: clock() - began.at,
  handshakes: all
    .flatMap((peers) => peers.list())
    .reduce((sum, { exchanged }) => sum + exchanged.handshakes, 0),
  processorMs: (user + system) / 1000,
  heapBytes: process.memoryUsage().heapUsed,
};
process.stdout.write(`${JSON.stringify(outcome)}\n`);
process.exit();
