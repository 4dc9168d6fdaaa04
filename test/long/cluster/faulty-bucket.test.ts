import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingPostgres } from '../../support/postgres/postgres-server.ts';
import { randomBytes } from '../../support/random-bytes.ts';
import { replicas, startTwoProcesses, type TwoProcesses } from '../../support/replicas/two-processes.ts';
import { type Ask, Uploading } from '../../support/replicas/uploading.ts';
import { type Fault, type FaultProxy, startFaultProxy } from '../../support/s3/fault-proxy.ts';

const missing = missingPostgres();
const contents = 6;
/** Sent in many chunks, so an answer may have begun before a fault. */
const contentBytes = 3_000_000;
const rounds = 6;
const recoverySeconds = 30;

/** Each happens to three of four requests. */
const kinds: Record<string, () => Fault> = {
  slow: () => ({ kind: 'slow', ms: 1_000 * Math.random() }),
  truncated: () => ({ kind: 'truncate', bytes: Math.floor(Math.random() * 500_000) }),
  reset: () => ({ kind: 'reset' }),
  'answered with 500': () => ({ kind: 'status', status: 500 }),
  'answered with 503': () => ({ kind: 'status', status: 503 }),
  'cut off': () =>
    Math.random() < 1 / 3
      ? { kind: 'truncate', bytes: Math.floor(Math.random() * 500_000) }
      : { kind: 'status', status: 503 },
  'done without an answer': () => ({ kind: 'lose answer' }),
};
const anyKind = (): Fault => {
  const all = Object.values(kinds);
  return all[Math.floor(Math.random() * all.length)]?.() ?? { kind: 'reset' };
};

describe.skipIf(missing)(`a bucket whose requests are${missing ? ` (skipped: ${missing})` : ''}`, () => {
  const uploading = new Uploading();
  const stored = new Map<string, Buffer>();
  let both: TwoProcesses;
  let proxy: FaultProxy;
  let asks: Ask[];
  const outcomes = { whole: 0, refused: 0, aborted: 0 };

  beforeAll(async () => {
    both = await startTwoProcesses({
      toBucket: async (s3) => {
        proxy = await startFaultProxy(s3.endpoint);
        return proxy.endpoint;
      },
      bucketFields: { cache_bytes: 0 },
    });
    asks = replicas.map((replica) => (path, init) => both.ask(replica, path, init));
    for (let n = 0; n < contents; n += 1) {
      const body = randomBytes(contentBytes);
      const answer = await both.ask(0, '/api/v1/storage', { method: 'POST', body });
      stored.set((await answer.json()).content_id, body);
    }
  });
  afterAll(async () => {
    await both?.close();
    await proxy?.close();
  });

  async function read(ask: Ask, [id, bytes]: [string, Buffer]): Promise<keyof typeof outcomes> {
    const answer = await ask(`/api/v1/storage/${id}`);
    if (answer.status === 503) {
      expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
      await answer.arrayBuffer();
      return 'refused';
    }
    expect(answer.status).toBe(200);
    const body = await answer.arrayBuffer().catch(() => undefined);
    if (body) expect(bytes.equals(Buffer.from(body)), id).toBe(true);
    return body ? 'whole' : 'aborted';
  }

  const use = async (ask: Ask) => {
    for (let n = 0; n < rounds; n += 1) {
      const one = [...stored][Math.floor(Math.random() * contents)] as [string, Buffer];
      outcomes[await read(ask, one)] += 1;
      await uploading.once(ask);
    }
  };

  async function expectRecovery(): Promise<void> {
    const endedAt = performance.now();
    const [one] = stored as Iterable<[string, Buffer]>;
    for (const ask of asks) {
      await expect.poll(() => uploading.once(ask), { interval: 50 }).toBeDefined();
      await expect.poll(() => read(ask, one as [string, Buffer]), { interval: 50 }).toBe('whole');
    }
    const seconds = (performance.now() - endedAt) / 1000;
    const { whole, refused, aborted } = outcomes;
    console.info(
      `${whole} whole, ${refused} refused, ${aborted} aborted; ${uploading.acknowledged.size} uploads acknowledged, ${uploading.refused} refused; ${seconds.toFixed(1)} s until all is well`,
    );
    expect(seconds).toBeLessThan(recoverySeconds);
  }

  it.each(Object.entries({ ...kinds, 'spoiled in all these ways': anyKind }))(
    '%s gets no wrong bytes served, and all is well afterwards',
    async (_, fault) => {
      proxy.fault = () => (Math.random() < 3 / 4 ? fault() : undefined);
      await Promise.all(asks.map(use));
      proxy.fault = () => undefined;
      await expectRecovery();
    },
  );

  it('refused makes replicas refuse, and all is well afterwards', async () => {
    await proxy.refuse();
    const before = outcomes.refused;
    await Promise.all(asks.map(use));
    expect(outcomes.refused - before).toBe(asks.length * rounds);
    await proxy.accept();
    await expectRecovery();
  });

  it('spoiled no more has all that was acknowledged', async () => {
    for (const ask of asks) {
      await uploading.expectAllAt(ask);
      for (const one of stored) expect(await read(ask, one)).toBe('whole');
    }
  });
});
