import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingProgram } from '../../platform/http/reverse-proxy.ts';
import { startDatabaseProxy } from '../../support/postgres/database-proxy.ts';
import { missingPostgres, type Standby } from '../../support/postgres/postgres-server.ts';
import { replicas, startTwoProcesses, type TwoProcesses } from '../../support/replicas/two-processes.ts';
import { Uploading } from '../../support/replicas/uploading.ts';

const missing = missingPostgres() ?? missingProgram('haproxy');

describe.skipIf(missing)(`a promoted standby${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let both: TwoProcesses;
  let standby: Standby;
  let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>;

  beforeAll(async () => {
    both = await startTwoProcesses({
      toDatabase: async (server) => {
        standby = await server.standby();
        proxy = await startDatabaseProxy([server.folder, standby.folder]);
        return `postgresql://alcove@127.0.0.1:${proxy.port}/postgres`;
      },
    });
  });
  afterAll(async () => {
    await both?.close();
    await proxy?.stop();
    await standby?.remove();
  });

  it('has all that was acknowledged, and replicas go on with it by themselves', async () => {
    const uploading = new Uploading();
    const ways = replicas.map(
      (replica) => (path: string, init?: RequestInit) => both.ask(replica, path, init),
    );
    for (const ask of [...ways, ...ways]) uploading.start(ask);
    await expect.poll(() => uploading.acknowledged.size).toBeGreaterThan(100);
    await both.cluster.server.end('at once');
    const before = uploading.acknowledged.size;
    for (const ask of ways) await expect.poll(() => uploading.once(ask)).toBeUndefined();
    await standby.promote();
    const promotedAt = performance.now();
    await Promise.all(
      ways.map((ask) => expect.poll(() => uploading.once(ask), { interval: 50 }).toBeDefined()),
    );
    const seconds = (performance.now() - promotedAt) / 1000;
    for (const ask of ways) await expect.poll(async () => (await ask('/readyz')).status).toBe(200);
    await expect.poll(() => uploading.acknowledged.size).toBeGreaterThan(before + 100);
    await uploading.end();
    console.info(
      `${before} acknowledged before the kill, ${uploading.acknowledged.size} in all, ${uploading.refused} refused, ${seconds.toFixed(1)} s from the promotion to an upload at each replica`,
    );
    for (const ask of ways) await uploading.expectAllAt(ask);
  });
});
