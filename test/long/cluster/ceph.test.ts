import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingPostgres } from '../../support/postgres/postgres-server.ts';
import { replicas, startTwoProcesses, type TwoProcesses } from '../../support/replicas/two-processes.ts';
import { type Ask, Uploading } from '../../support/replicas/uploading.ts';
import { type Ceph, type CephDaemon, missingCeph, startCeph } from '../../support/s3/ceph.ts';

const missing = missingPostgres() ?? missingCeph();
const recoverySeconds = 30;

describe.skipIf(missing)(`replicas on Ceph${missing ? ` (skipped: ${missing})` : ''}`, () => {
  const uploading = new Uploading();
  let ceph: Ceph;
  let both: TwoProcesses;
  let asks: Ask[];

  beforeAll(async () => {
    ceph = await startCeph();
    both = await startTwoProcesses({
      toBucket: async () => ceph.endpoint,
      bucketFields: { cache_bytes: 0 },
    });
    asks = replicas.map((replica) => (path, init) => both.ask(replica, path, init));
  });
  afterAll(async () => {
    await both?.close();
    await ceph?.stop();
  });

  const isServed = async (ask: Ask, id: string) => {
    const answer = await ask(`/api/v1/storage/${id}`);
    await answer.arrayBuffer();
    return answer.status === 200;
  };

  it('serve on each what was uploaded to the other', async () => {
    const [first, second] = asks as [Ask, Ask];
    for (const [to, from] of [
      [first, second],
      [second, first],
    ] as const) {
      const id = await uploading.once(to);
      await uploading.expectAt(from, id ?? '');
    }
  });

  it.each<[string, () => CephDaemon]>([
    ['its gateway', () => ceph.gateway],
    ['its disk', () => ceph.osd],
  ])('refuse what needs %s while it is killed, and lose nothing', async (_, daemon) => {
    const id = (await uploading.once(asks[0] as Ask)) ?? '';
    const during = new Uploading();
    for (const ask of asks) during.start(ask);
    await expect.poll(() => during.acknowledged.size).toBeGreaterThan(10);
    await daemon().kill();

    for (const ask of asks) {
      const answer = await ask(`/api/v1/storage/${id}`);
      expect(answer.status).toBe(503);
      expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
      await answer.arrayBuffer();
      expect((await ask('/api/v1/content.list')).status).toBe(200);
    }
    await expect.poll(() => during.refused).toBeGreaterThan(1);

    await daemon().start();
    const startedAt = performance.now();
    for (const ask of asks) {
      await expect.poll(() => isServed(ask, id), { interval: 50 }).toBe(true);
      await expect.poll(() => uploading.once(ask), { interval: 50 }).toBeDefined();
    }
    const seconds = (performance.now() - startedAt) / 1000;
    await during.end();
    console.info(
      `${during.acknowledged.size} uploads acknowledged, ${during.refused} refused; ${seconds.toFixed(1)} s from its start until all is well`,
    );
    expect(seconds).toBeLessThan(recoverySeconds);
    for (const ask of asks) await during.expectAllAt(ask);
  });
});
