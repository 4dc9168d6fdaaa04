import { describe, expect, it } from 'vitest';
import type { Restriction, RestrictionStore } from '../../src/features/licensing/restriction-store.ts';

/** A store with the contents of the same database. */
export interface RestrictionWorld {
  store: RestrictionStore;
  /** Stores a content whose first owner is this user. */
  add(sha256: Buffer, user: string, options?: { published?: boolean; copied?: boolean }): Promise<void>;
  publish(sha256: Buffer, published: boolean): Promise<void>;
  removeOwner(sha256: Buffer, user: string): Promise<void>;
  /** Returns the contents in the lists that everyone reads. */
  listed(): Promise<Buffer[]>;
}

const at = 1_766_000_000_000;
const [one, two, three, made] = ['1', '2', '3', 'm'].map((text) => Buffer.alloc(32, text)) as [
  Buffer,
  Buffer,
  Buffer,
  Buffer,
];

const row = (plain: Buffer, other: Partial<Restriction> = {}): Restriction => ({
  plain,
  user: 'ann',
  wasPublished: false,
  begunAt: at,
  encrypted: null,
  registeredAt: null,
  askedAt: other.begunAt ?? at,
  job: null,
  jobAt: null,
  ...other,
});

/** The tests that every implementation of `RestrictionStore` passes; `makeWorld` makes an empty one. */
export function describeRestrictionStore(
  name: string,
  makeWorld: () => RestrictionWorld | Promise<RestrictionWorld>,
): void {
  describe(name, () => {
    it('restricts and unlists a content, and publishes it again', async () => {
      const { store, add, listed } = await makeWorld();
      for (const sha256 of [one, two]) await add(sha256, 'ann', { published: true });
      expect(await store.restrict(one, 'ann', at)).toBe('restricted');
      expect(await listed()).toEqual([two]);
      expect(await store.pending()).toEqual([row(one, { wasPublished: true })]);
      await store.unrestrict({ plain: one, begunAt: at }, at + 1);
      expect(await listed()).toEqual([one, two]);
      expect(await store.pending()).toEqual([]);
    });

    it('leaves a content unlisted that was not published before', async () => {
      const { store, add, listed } = await makeWorld();
      await add(one, 'ann');
      await store.restrict(one, 'ann', at);
      await store.unrestrict({ plain: one, begunAt: at }, at);
      expect(await listed()).toEqual([]);
    });

    it('refuses a content that is not stored, of somebody else, or a copy, and changes nothing', async () => {
      const { store, add, listed } = await makeWorld();
      await add(one, 'ann', { published: true });
      await add(two, 'ann', { published: true, copied: true });
      expect(await store.restrict(three, 'ann', at)).toBe('not_stored');
      expect(await store.restrict(one, 'bob', at)).toBe('not_yours');
      expect(await store.restrict(two, 'ann', at)).toBe('copied');
      expect(await listed()).toEqual([one, two]);
      expect(await store.pending()).toEqual([]);
    });

    it('keeps the first restriction when it is repeated, and unlists the content again', async () => {
      const { store, add, publish, listed } = await makeWorld();
      await add(one, 'ann', { published: true });
      await store.restrict(one, 'ann', at);
      await publish(one, true);
      expect(await store.restrict(one, 'ann', at + 1)).toBe('restricted');
      expect(await store.restrict(one, 'bob', at + 1)).toBe('not_yours');
      expect(await store.pending()).toEqual([row(one, { wasPublished: true, askedAt: at + 1 })]);
      expect(await listed()).toEqual([]);
    });

    it('publishes nothing for a user who is no longer the first owner', async () => {
      const { store, add, removeOwner, listed } = await makeWorld();
      await add(one, 'ann', { published: true });
      await add(one, 'bob');
      await store.restrict(one, 'ann', at);
      await removeOwner(one, 'ann');
      await store.unrestrict({ plain: one, begunAt: at }, at);
      expect(await listed()).toEqual([]);
      expect(await store.pending()).toEqual([]);
    });

    it('lifts only the restriction that is meant', async () => {
      const { store, add, listed } = await makeWorld();
      await add(one, 'ann', { published: true });
      await store.restrict(one, 'ann', at);
      const first = { plain: one, begunAt: at };
      await store.unrestrict(first, at);
      await store.restrict(one, 'ann', at + 5);
      await store.unrestrict(first, at + 6);
      await store.unrestrict({ plain: two, begunAt: at }, at + 6);
      expect(await store.pending()).toEqual([row(one, { wasPublished: true, begunAt: at + 5 })]);
      expect(await listed()).toEqual([]);
    });

    it('remembers that a content was published, however many commands run at once', async () => {
      const { store, add, listed } = await makeWorld();
      await add(one, 'ann', { published: true });
      const answers = await Promise.all([1, 2, 3].map((n) => store.restrict(one, 'ann', at + n)));
      expect(new Set(answers)).toEqual(new Set(['restricted']));
      const [restriction, ...others] = await store.pending();
      expect([restriction?.wasPublished, others]).toEqual([true, []]);
      const lifted = restriction as Restriction;
      await Promise.all([1, 2].map(() => store.unrestrict(lifted, at + 9)));
      expect(await listed()).toEqual([one]);
    });

    it('unlists what is restricted and was published since', async () => {
      const { store, add, publish, listed } = await makeWorld();
      for (const sha256 of [one, two]) await add(sha256, 'ann', { published: true });
      await store.restrict(one, 'ann', at);
      await publish(one, true);
      expect(await store.unlistRestricted(at)).toEqual([one]);
      expect(await store.unlistRestricted(at)).toEqual([]);
      expect(await listed()).toEqual([two]);
    });

    it('lets one encryption at a time work for a content, until it ends or gives no sign of life', async () => {
      const { store, add } = await makeWorld();
      await add(one, 'ann');
      expect(await store.beginJob(one, 'first', at)).toBe(false);
      await store.restrict(one, 'ann', at);
      expect(await store.beginJob(one, 'first', at)).toBe(true);
      expect(await store.beginJob(one, 'second', at + 100_000)).toBe(false);
      expect(await store.continueJob(one, 'first', at + 100_000)).toBe(true);
      expect(await store.beginJob(one, 'second', at + 200_000)).toBe(false);
      expect(await store.beginJob(one, 'second', at + 220_000)).toBe(true);
      expect(await store.continueJob(one, 'first', at + 220_000)).toBe(false);
      await store.endJob(one, 'first');
      expect(await store.pending()).toMatchObject([{ job: 'second' }]);
      await store.endJob(one, 'second');
      expect(await store.beginJob(one, 'third', at + 220_000)).toBe(true);
    });

    it('lifts a restriction and forgets its age file only where the caller agrees', async () => {
      const { store, add } = await makeWorld();
      await add(one, 'ann');
      await store.restrict(one, 'ann', at, false);
      await store.beginJob(one, 'job', at);
      await store.setEncrypted(one, made, 'job', at);
      const [restriction] = await store.pending();
      expect(restriction).toEqual(row(one, { encrypted: made, askedAt: null }));
      const meant = { plain: one, begunAt: at };
      const mayChange = ({ askedAt }: Restriction) => askedAt !== null;
      expect(await store.forgetEncrypted(meant, { mayChange })).toBe(false);
      expect(await store.unrestrict(meant, at, { mayChange })).toBe(false);
      expect(await store.pending()).toEqual([restriction]);
      await store.restrict(one, 'ann', at + 1);
      expect(await store.forgetEncrypted(meant, { mayChange })).toBe(true);
      expect(await store.pending()).toEqual([row(one, { askedAt: at + 1 })]);
      expect(await store.forgetEncrypted({ plain: one, begunAt: at + 1 })).toBe(false);
      expect(await store.unrestrict(meant, at, { mayChange })).toBe(true);
      expect(await store.unrestrict(meant, at)).toBe(false);
    });

    it('records the age file and the first time of its registration', async () => {
      const { store, add, listed } = await makeWorld();
      await add(one, 'ann', { published: true });
      await store.restrict(one, 'ann', at);
      expect(await store.setEncrypted(one, made, 'job', at)).toBe(false);
      expect(await store.beginJob(one, 'job', at)).toBe(true);
      expect(await store.pending()).toMatchObject([{ encrypted: null, job: 'job', jobAt: at }]);
      expect(await store.setEncrypted(one, made, 'job', at + 2)).toBe(true);
      const encrypted = row(one, { wasPublished: true, encrypted: made, askedAt: at + 2 });
      expect(await store.pending()).toEqual([encrypted]);
      await store.setRegistered(made, at + 5);
      await store.setRegistered(made, at + 9);
      expect(await store.pending()).toEqual([]);
      await store.remove(one);
      expect(await listed()).toEqual([]);
      await store.restrict(one, 'ann', at + 20);
      expect(await store.pending()).toEqual([row(one, { begunAt: at + 20 })]);
    });
  });
}
