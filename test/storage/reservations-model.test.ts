import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foreignText } from '../../src/core/messages/message.ts';
import { NodeError } from '../../src/core/node-error.ts';
import { costOfFile } from '../../src/core/stored-cost.ts';
import { openContent } from '../content/open-content.ts';
import { randomBytes } from '../support/random-bytes.ts';
import { randomRuns } from '../support/random-runs.ts';

const quotaBytes = 4_000_000;
const userQuotaBytes = 2_000_000;
const forOthers = quotaBytes * 0.9;

const anySender = fc.constantFrom('owner', 'ann', 'bob', 'eve');
const size = fc.constantFrom(1, 1000, 200_000, 900_000, 3_000_000, 40_000_000);
const step = fc.oneof(
  fc.record({ do: fc.constant('begin' as const), sender: anySender, size, announces: fc.boolean() }),
  fc.record({ do: fc.constant('arrive' as const), one: fc.nat(), bytes: fc.nat(400_000) }),
  fc.record({ do: fc.constant('finish' as const), one: fc.nat() }),
  fc.record({ do: fc.constant('abort' as const), one: fc.nat() }),
  fc.record({ do: fc.constant('remove' as const), one: fc.nat() }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Upload {
  source: PassThrough;
  giveUp: AbortController;
  stored: Promise<Buffer | undefined>;
}

test('keeps to limits and the owner’s share, and leaks no space, for any sequence of reservations', async () => {
  type Node = Awaited<ReturnType<typeof openContent>>;
  const begin = (node: Node, user: string, announced: number | undefined): Upload => {
    const source = new PassThrough();
    // No two contents are the same.
    source.write(randomBytes(8));
    const giveUp = new AbortController();
    const stored = node.catalogue
      .store({
        ...{ source, sizeHint: announced, signal: giveUp.signal },
        ...{ declaredType: undefined, fileName: 'a.bin', uploadedBy: user },
      })
      .then(
        ({ content }) => content.sha256,
        (error: unknown) => {
          if (error instanceof NodeError) return undefined;
          throw error;
        },
      );
    return { source, giveUp, stored };
  };

  const check = (node: Node) => {
    const { reservations } = node.eviction;
    const users = ['ann', 'bob', 'eve'];
    const held = users.map((user) => node.costOf(user));
    for (const [n, user] of users.entries()) {
      expect((held[n] ?? 0) + reservations.of(user)).toBeLessThanOrEqual(userQuotaBytes);
      expect(reservations.of(user)).toBeGreaterThanOrEqual(0);
    }
    const ofOthers =
      held.reduce((sum, cost) => sum + cost, 0) + reservations.total - reservations.of('owner');
    expect(ofOthers).toBeLessThanOrEqual(forOthers);
    expect(node.cost() + reservations.total).toBeLessThanOrEqual(quotaBytes);
  };

  const run = async (steps: Step[]) => {
    const node = await openContent({ quotaBytes, userQuotaBytes, maxUploadBytes: 1e9 });
    const begun: Upload[] = [];
    const kept: Buffer[] = [];
    const end = async (upload: Upload) => {
      begun.splice(begun.indexOf(upload), 1);
      const sha256 = await upload.stored;
      if (sha256) kept.push(sha256);
    };
    for (const action of steps) {
      const upload = 'one' in action ? begun[action.one % Math.max(1, begun.length)] : undefined;
      if (action.do === 'begin')
        begun.push(begin(node, action.sender, action.announces ? action.size : undefined));
      else if (action.do === 'remove') {
        const sha256 = kept.splice(action.one % Math.max(1, kept.length), 1)[0];
        if (sha256) await node.catalogue.remove(sha256);
      } else if (upload && action.do === 'arrive') upload.source.write(randomBytes(action.bytes));
      else if (upload && action.do === 'finish') {
        upload.source.end();
        await end(upload);
      } else if (upload) {
        upload.giveUp.abort(new NodeError('invalid_request', foreignText('The client went away.')));
        await end(upload);
      }
      await setImmediate();
      check(node);
    }
    // A tenth is reserved for the owner, whatever others have and upload.
    const own = node.costOf('owner') + node.eviction.reservations.of('owner');
    const left = quotaBytes - forOthers - own;
    if (left > costOfFile(8)) {
      const upload = begin(node, 'owner', left - costOfFile(0));
      upload.source.end(randomBytes(left - costOfFile(8)));
      const sha256 = await upload.stored;
      expect(sha256).toBeDefined();
      kept.push(sha256 as Buffer);
    }
    for (const upload of [...begun]) {
      upload.giveUp.abort(new NodeError('invalid_request', foreignText('The client went away.')));
      await end(upload);
    }
    expect(node.eviction.reservations.total).toBe(0);
    for (const sha256 of kept) if (node.catalogue.find(sha256)) await node.catalogue.remove(sha256);
    expect(node.cost()).toBe(0);
  };
  const all = fc.array(step, { minLength: 10, maxLength: 40, size: 'max' });
  await fc.assert(fc.asyncProperty(all, run), { numRuns: randomRuns(25) });
});

test('reserves hardly any space for bytes only announced', async () => {
  const node = await openContent({ quotaBytes, userQuotaBytes: quotaBytes, maxUploadBytes: 1e9 });
  const giveUp = new AbortController();
  const senders = ['ann', 'bob', 'eve', 'joe'].map((user) => {
    const source = new PassThrough();
    source.write('x');
    return node.catalogue.store({
      ...{ source, sizeHint: 3_000_000, signal: giveUp.signal },
      ...{ declaredType: undefined, fileName: 'a.bin', uploadedBy: user },
    });
  });
  for (const sending of senders) sending.catch(() => {});
  await setImmediate();
  expect(node.eviction.reservations.total).toBeLessThanOrEqual(4 * 300_000);
  giveUp.abort(new NodeError('invalid_request', foreignText('The client went away.')));
  await Promise.allSettled(senders);
  expect(node.eviction.reservations.total).toBe(0);
});

test.each([
  ['the user’s quota', 'ann', userQuotaBytes],
  ['the quota without the owner’s share', 'ann', quotaBytes],
  ['the quota', 'owner', quotaBytes],
])('refuses an upload that can never fit %s before reading', async (_, user, limit) => {
  const node = await openContent({ quotaBytes, userQuotaBytes: limit, maxUploadBytes: 1e9 });
  const source = new PassThrough();
  const storing = node.catalogue.store({
    ...{ source, sizeHint: limit, signal: new AbortController().signal },
    ...{ declaredType: undefined, fileName: 'a.bin', uploadedBy: user },
  });
  await expect(storing).rejects.toMatchObject({ code: 'insufficient_storage' });
  expect(node.eviction.reservations.total).toBe(0);
});
