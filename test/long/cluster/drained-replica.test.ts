import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingProgram } from '../../platform/http/reverse-proxy.ts';
import { missingPostgres } from '../../support/postgres/postgres-server.ts';
import { type LoadBalancer, startLoadBalancer } from '../../support/replicas/load-balancer.ts';
import { replicas, startTwoProcesses, type TwoProcesses } from '../../support/replicas/two-processes.ts';
import { type Ask, Uploading } from '../../support/replicas/uploading.ts';

const missing = missingPostgres() ?? missingProgram('haproxy', 'openssl');
/** Of addresses that HAProxy distributes among both replicas. */
const clients = 8;

describe.skipIf(missing)(`a drained replica${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let both: TwoProcesses;
  let balancer: LoadBalancer;

  beforeAll(async () => {
    both = await startTwoProcesses(
      {},
      'node.public_host=https://node.example.org',
      'http.trusted_proxies=127.0.0.1',
    );
    const [first, second] = both.nodes;
    balancer = await startLoadBalancer(both.cluster.folder('balancer'), [
      first.ready.node_url,
      second.ready.node_url,
    ]);
  });
  afterAll(async () => {
    await balancer?.stop();
    await both?.close();
  });

  it('leaves no request behind HAProxy without its answer, and the other one neither', async () => {
    const uploading = new Uploading();
    let isOver = false;
    let rounds = 0;
    const use = async (ask: Ask) => {
      for (; !isOver; rounds += 1) {
        const id = (await uploading.once(ask)) ?? expect.fail('refused');
        await uploading.expectAt(ask, id);
        expect((await ask('/api/v1/content.list')).status).toBe(200);
      }
    };
    const moreRounds = () => {
      const before = rounds;
      return expect.poll(() => rounds).toBeGreaterThan(before + clients * 5);
    };
    const drainEach = async () => {
      for (const replica of replicas) {
        await moreRounds();
        expect(await both.nodes[replica].end('SIGTERM')).toBe(0);
        await moreRounds();
        await both.startAgain(replica);
      }
      await moreRounds();
    };
    const asks = Array.from({ length: clients }, (_, n) => balancer.client(`127.0.0.${n + 2}`, both.token));
    for (const ask of asks) await expect.poll(async () => (await ask('/readyz')).status).toBe(200);
    const running = asks.map(use);
    await Promise.race([Promise.all(running), drainEach()]);
    isOver = true;
    await Promise.all(running);
    console.info(`${rounds * 3} requests were answered`);
  });
});
