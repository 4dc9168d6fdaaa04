import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identityFromSeed } from '../../../src/crypto/identity.ts';
import { createRequest } from '../../../src/features/peers/handshake/handshake-request.ts';
import { json } from '../../support/node/start-test-node.ts';
import { missingPostgres } from '../../support/postgres/postgres-server.ts';
import { randomKey } from '../../support/random-bytes.ts';
import { replicas, startTwoProcesses, type TwoProcesses } from '../../support/replicas/two-processes.ts';

const missing = missingPostgres();
const requests = 200;

describe.skipIf(missing)(`equal handshakes${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let both: TwoProcesses;

  beforeAll(async () => {
    both = await startTwoProcesses({}, 'http.handshakes_per_minute=100000');
  });
  afterAll(() => both?.close());

  it(`at two replicas at once: one of each ${requests} is answered`, async () => {
    const first = [0, 0];
    for (let n = 0; n < requests; n += 1) {
      const request = createRequest(
        identityFromSeed(randomKey()),
        { version: '0.1.0', node_type: 'private', metrics: {}, capabilities: [] },
        { now: Date.now() },
      );
      const answers = await Promise.all(
        replicas.map((replica) =>
          both.ask(replica, '/api/v1/network.handshake', { method: 'POST', ...json(request) }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const winner = answers.findIndex(({ status }) => status === 200);
      first[winner] = (first[winner] ?? 0) + 1;
      expect(await answers[1 - winner]?.json()).toMatchObject({ code: 'nonce_replayed' });
    }
    console.info(`answered by each replica: ${first}`);
  });
});
