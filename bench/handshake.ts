import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HandshakeResponse } from '../src/contract/node-api/peers.ts';
import { identityFromSeed } from '../src/crypto/identity.ts';
import { PeerRepository } from '../src/features/peers/repository/peer-repository.ts';
import { openDatabase } from '../src/platform/sqlite/open-database.ts';
import { interleave } from './lib/measure.ts';
import { answerHandshake } from './lib/plain-handshake.ts';
import type { Report } from './lib/report.ts';
import { type Alcove, type Server, startAlcove, startBaseline } from './lib/servers.ts';
import { signedRequests } from './lib/signed-requests.ts';
import type { Workbench } from './lib/workbench.ts';
import { wrk } from './lib/wrk.ts';

const seconds = 3;
const path = '/api/v1/network.handshake';

/**
 * Measures handshakes signed by 64 private nodes, each sent once, against bare Node that only verifies and signs: by a
 * node without known nodes, and by a node that names 256, about 110 KiB.
 */
export async function run(bench: Workbench, report: Report): Promise<void> {
  for (const known of [0, 256]) {
    report.note(`${known} known nodes in each answer`);
    await compare(bench, report, known);
  }
}

async function compare(bench: Workbench, report: Report, known: number): Promise<void> {
  const node = await startWithKnown(bench, known);
  const answer = await unsignedAnswer(node.url);
  if (answer.known_public_nodes.length !== known) throw new Error('The node names a wrong number of nodes.');
  const answerFile = join(bench.folder(`answer-${known}`), 'answer.json');
  writeFileSync(answerFile, JSON.stringify(answer));
  const bare = await startBaseline(bench, 'bare-handshake', answerFile);
  const list = join(bench.folder(`requests-${known}`), 'bodies');
  const core: number[] = [];
  const load = async (server: Server) => {
    // New for every run, since a node accepts each request only once within 300 s; more than any node could answer.
    const enough = Math.ceil(Math.max(4 * Math.max(...core), 4000) * seconds);
    writeFileSync(list, signedRequests(enough).join('\n'));
    return wrk(server, { path, connections: 16, seconds, script: 'bodies.lua', args: [list] });
  };

  const rounds = await interleave(
    { rounds: 4, warmUp: true, budgetMs: 40_000 },
    {
      alcove: () => {
        core.push(coreSpeed(answer, known === 0 ? 2000 : 200));
        return load(node);
      },
      bare: () => load(bare),
    },
  );

  report.figure('verify, sign and JSON, one core', core, 'a second');
  report.server('bare node', rounds.bare, 'handshakes/s');
  report.server('Alcove', rounds.alcove, 'handshakes/s');
  report.ratio('Alcove / bare node', rounds.alcove, rounds.bare, { sign: '≥', bound: 0.9 });
  await node.end();
}

/** Starts a node with proven peers, which it reads from its database when it starts. */
async function startWithKnown(bench: Workbench, count: number): Promise<Alcove> {
  const name = `alcove-${count}`;
  const first = await startAlcove(bench, name);
  await first.end();
  const db = openDatabase(join(first.dataDir, 'alcove.db'));
  const peers = new PeerRepository(db);
  db.transaction(() => {
    for (let index = 0; index < count; index++) makePeer(peers, index);
  })();
  db.close();
  return startAlcove(bench, name);
}

function makePeer(peers: PeerRepository, index: number): void {
  const host = `https://node-${index}.example.org`;
  void peers.add(host, 'named', Date.now());
  void peers.recordProof({
    host,
    publicKey: identityFromSeed(randomBytes(32)).id,
    version: '0.1.0',
    capabilities: JSON.stringify(['storage', 'storage.range', 'storage.parts', 'content', 'sign_in']),
    metrics: JSON.stringify({ uptime_s: index + 0.25, contents: index, content_bytes: index * 4096 }),
    compatibility: 'compatible',
    warning: null,
    latencyMs: index + 0.5,
    nextAttempt: null,
    at: Date.now(),
    otherHostsNextAttempt: Date.now(),
  });
}

async function unsignedAnswer(nodeUrl: string): Promise<Omit<HandshakeResponse, 'server_signature'>> {
  const [body = ''] = signedRequests(1);
  const response = await fetch(nodeUrl + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  const { server_signature: _, ...answer } = (await response.json()) as HandshakeResponse;
  if (!response.ok) throw new Error(`The node refused a handshake: ${JSON.stringify(answer)}`);
  return answer;
}

/** Returns how many handshakes per second one core could answer with only the unavoidable work. */
function coreSpeed(answer: object, count: number): number {
  const bodies = signedRequests(count);
  const started = performance.now();
  for (const body of bodies) answerHandshake(body, answer);
  return count / ((performance.now() - started) / 1000);
}
