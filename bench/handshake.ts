import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Identity, identityFromSeed } from '../src/handshake/keys.ts';
import { createRequest } from '../src/handshake/request.ts';
import { interleave } from './lib/measure.ts';
import { answerHandshake } from './lib/plain-handshake.ts';
import type { Report } from './lib/report.ts';
import { type Server, startAlcove, startBaseline } from './lib/servers.ts';
import type { Workbench } from './lib/workbench.ts';
import { wrk } from './lib/wrk.ts';

const seconds = 3;
const path = '/api/v1/network.handshake';
const identities = Array.from({ length: 64 }, () => identityFromSeed(randomBytes(32)));

/** Handshakes signed by 64 private nodes, each sent once, against bare node that verifies, signs and no more. */
export async function run(bench: Workbench, report: Report): Promise<void> {
  const node = await startAlcove(bench);
  const answer = await unsignedAnswer(node.url);
  const bare = await startBaseline(bench, 'bare-handshake', JSON.stringify(answer));
  const list = join(bench.folder('requests'), 'bodies');
  const core: number[] = [];
  const load = async (server: Server) => {
    // Fresh for every run, since a node takes each only once and for 300 s.
    writeFileSync(list, signedRequests(Math.ceil(Math.max(...core) * seconds * 2)).join('\n'));
    return wrk(server, { path, connections: 16, seconds, script: 'bodies.lua', args: [list] });
  };

  const rounds = await interleave(
    { rounds: 4, warmUp: true, budgetMs: 50_000 },
    {
      alcove: () => {
        core.push(coreSpeed(answer, 2000));
        return load(node);
      },
      bare: () => load(bare),
    },
  );

  report.figure('verify, sign and JSON, one core', core, 'a second');
  report.server('bare node', rounds.bare, 'handshakes/s');
  report.server('Alcove', rounds.alcove, 'handshakes/s');
  report.ratio('Alcove / bare node', rounds.alcove, rounds.bare, { sign: '≥', bound: 0.85 });
}

/** Bodies of about 2 KiB. */
function signedRequests(count: number): string[] {
  const details = Object.fromEntries(
    Array.from({ length: 28 }, (_, index) => [`figure_${index}`, randomBytes(20).toString('hex')]),
  );
  return Array.from({ length: count }, (_, index) => {
    const request = createRequest(
      identities[index % identities.length] as Identity,
      {
        version: '0.1.0',
        node_type: 'private',
        metrics: { uptime_s: 12.5, contents: 3, content_bytes: 4096, details },
        capabilities: ['storage', 'storage.range'],
      },
      { now: Date.now() },
    );
    return JSON.stringify(request);
  });
}

async function unsignedAnswer(nodeUrl: string): Promise<object> {
  const [body = ''] = signedRequests(1);
  const response = await fetch(nodeUrl + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  const { server_signature: _, ...answer } = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(`The node refused a handshake: ${JSON.stringify(answer)}`);
  return answer;
}

/** What one core does in a second of that which no node can leave out. */
function coreSpeed(answer: object, count: number): number {
  const bodies = signedRequests(count);
  const started = performance.now();
  for (const body of bodies) answerHandshake(body, answer);
  return count / ((performance.now() - started) / 1000);
}
