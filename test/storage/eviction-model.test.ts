import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NodeError } from '../../src/core/node-error.ts';
import { costOfFile } from '../../src/core/stored-cost.ts';
import { openContent } from '../content/open-content.ts';
import { Collector } from '../platform/blobs/support/temporary-store.ts';
import { randomBytes } from '../support/random-bytes.ts';
import { randomRuns } from '../support/random-runs.ts';
import { receive, uploadAs } from './copies.ts';

/** The expected state of a stored content. */
interface Expected {
  size: number;
  holders: Set<string>;
  isCopy: boolean;
  pinned: boolean;
  subscribed: boolean;
  usedAt: number;
}

const users = ['owner', 'ann', 'bob'];
/** Contents of increasing size. */
const contents = Array.from({ length: 5 }, (_, n) => randomBytes(10_000 * (n + 1)));
const hashes = contents.map((bytes) => createHash('sha256').update(bytes).digest());

const content = fc.nat(contents.length - 1);
const user = fc.constantFrom(...users);
const limit = fc.constantFrom(undefined, 0, 60_000, 110_000, 160_000);
const limits = fc.record({ do: fc.constant('limit' as const), quota: limit, copies: limit });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('upload' as const), content, user }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('receive' as const), content }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('send' as const), content }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pin' as const), content, on: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('subscribe' as const), content, on: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('leave' as const), content, user }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), content }) },
  { weight: 1, arbitrary: limits },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

type Kind = 'own' | 'users' | 'pinned' | 'subscribed' | 'copies';

function kindOf({ holders, pinned, subscribed }: Expected): Kind {
  if (holders.has('owner')) return 'own';
  if (holders.size > 0) return 'users';
  return pinned ? 'pinned' : subscribed ? 'subscribed' : 'copies';
}

const sum = (all: readonly Expected[]) => all.reduce((bytes, { size }) => bytes + size, 0);
/** Their size for limits. */
const costOf = (all: readonly Expected[]) => all.reduce((cost, { size }) => cost + costOfFile(size), 0);

/** The expected contents of the store, and which of them can be evicted. */
class Model {
  readonly stored = new Map<number, Expected>();
  quota: number | undefined;
  copies: number | undefined;

  of(...kinds: Kind[]): Expected[] {
    return [...this.stored.values()].filter((one) => kinds.includes(kindOf(one)));
  }

  /** The excess over the limits if this much more were stored. */
  excess(more: number, ofCopies: boolean): number {
    const all = costOf([...this.stored.values()]) + more - (this.quota ?? Number.POSITIVE_INFINITY);
    const copies = costOf(this.of('pinned', 'subscribed', 'copies')) + more;
    return Math.max(
      all,
      ofCopies ? copies - (this.copies ?? Number.POSITIVE_INFINITY) : Number.NEGATIVE_INFINITY,
    );
  }

  /** Whether a tenth of the quota stays free for the owner if this much more were stored for others. */
  leavesOwnersShare(more: number): boolean {
    return costOf(this.of('users')) + more <= Math.floor((this.quota ?? Number.POSITIVE_INFINITY) * 0.9);
  }

  /** Evicts the least recently used first, until this much is free. */
  evict(bytes: number): void {
    const going = [...this.stored].filter(([, one]) => kindOf(one) === 'copies');
    going.sort(([, a], [, b]) => a.usedAt - b.usedAt);
    let freed = 0;
    for (const [n, { size }] of going) {
      if (freed >= bytes) return;
      this.stored.delete(n);
      freed += costOfFile(size);
    }
  }

  /** @returns whether there is space, after eviction if needed */
  makeRoom(more: number, ofCopies: boolean): boolean {
    const excess = this.excess(more, ofCopies);
    if (excess > costOf(this.of('copies')) && excess > 0) return false;
    if (ofCopies && !this.leavesOwnersShare(more)) return false;
    this.evict(excess);
    return true;
  }
}

async function refused(storing: Promise<unknown>): Promise<boolean> {
  try {
    await storing;
    return false;
  } catch (error) {
    if (error instanceof NodeError && error.code === 'insufficient_storage') return true;
    throw error;
  }
}

test('keeps to limits, never evicts protected contents, and counts usage correctly', async () => {
  let now = 1_700_000_000_000;
  const node = await openContent({ clock: () => now });
  node.start();

  const apply = async (action: Step, model: Model) => {
    if (action.do === 'limit') {
      await node.eviction.setLimits({ quotaBytes: action.quota, copiesBytes: action.copies });
      Object.assign(model, { quota: action.quota, copies: action.copies });
      model.evict(model.excess(0, true));
      return;
    }
    const bytes = contents[action.content] as Buffer;
    const hash = hashes[action.content] as Buffer;
    const known = model.stored.get(action.content);
    const begun = { size: bytes.length, pinned: false, subscribed: false, usedAt: now };
    if (action.do === 'upload') {
      // A content that is already stored counts while it arrives, because its hash is unknown.
      const cost = costOfFile(bytes.length);
      const excess = model.excess(cost, false);
      const isRefused =
        (excess > 0 && excess > costOf(model.of('copies'))) ||
        (action.user !== 'owner' && !model.leavesOwnersShare(cost));
      expect(await refused(uploadAs(node, action.user, bytes))).toBe(isRefused);
      if (isRefused) return;
      if (known) known.holders.add(action.user);
      else {
        model.makeRoom(cost, false);
        model.stored.set(action.content, { ...begun, holders: new Set([action.user]), isCopy: false });
      }
    } else if (action.do === 'receive') {
      const isRoom = known !== undefined || model.makeRoom(costOfFile(bytes.length), true);
      expect(await refused(receive(node, bytes))).toBe(!isRoom);
      if (isRoom && !known) {
        model.stored.set(action.content, { ...begun, holders: new Set(), isCopy: true });
      }
    } else if (action.do === 'send') {
      if (!known) return;
      await node.catalogue.sendTo(new Collector(), node.catalogue.get(hash));
      if (known.holders.size === 0) known.usedAt = now;
    } else if (action.do === 'pin') {
      expect(await node.copies.pin(hash, action.on)).toBe(known?.isCopy ?? false);
      if (known?.isCopy) known.pinned = action.on;
    } else if (action.do === 'subscribe') {
      await node.copies.setSubscribed([hash], action.on);
      if (known?.isCopy) known.subscribed = action.on;
    } else if (action.do === 'leave') {
      if (!known?.holders.delete(action.user)) {
        await expect(node.catalogue.removeOwner(hash, action.user)).rejects.toMatchObject({
          code: 'content_not_found',
        });
        return;
      }
      const isGone = known.holders.size === 0 && !known.isCopy;
      expect(await node.catalogue.removeOwner(hash, action.user)).toBe(isGone);
      if (isGone) model.stored.delete(action.content);
      if (known.holders.size === 0) known.usedAt = now;
    } else if (known) {
      await node.catalogue.remove(hash);
      model.stored.delete(action.content);
    }
  };

  const run = async (begin: Step, steps: Step[]) => {
    for (const hash of hashes) if (node.catalogue.find(hash)) await node.catalogue.remove(hash);
    const model = new Model();
    for (const action of [begin, ...steps]) {
      now += 120_000;
      await apply(action, model);
      const stored = hashes.flatMap((hash, n) => (node.catalogue.find(hash) ? [n] : []));
      expect(stored, JSON.stringify(action)).toEqual([...model.stored.keys()].sort((a, b) => a - b));
      const used = node.storeUsage.used();
      for (const kind of ['own', 'users', 'pinned', 'subscribed', 'copies'] as const) {
        const of = model.of(kind);
        expect(used[kind], kind).toEqual({ contents: of.length, bytes: sum(of) });
      }
    }
    for (const n of model.stored.keys()) {
      const out = new Collector();
      await node.catalogue.sendTo(out, node.catalogue.get(hashes[n] as Buffer));
      expect(out.bytes.equals(contents[n] as Buffer)).toBe(true);
    }
    for (const name of users) {
      const held = [...model.stored.values()].filter(({ holders }) => holders.has(name));
      expect(node.usageOf(name)).toMatchObject({ contents: held.length, contentBytes: sum(held) });
    }
    expect(node.eviction.reservations.total).toBe(0);
  };

  const anySteps = fc.array(step, { minLength: 10, maxLength: 40, size: 'max' });
  await fc.assert(fc.asyncProperty(limits, anySteps, run), { numRuns: randomRuns(60) });
});
