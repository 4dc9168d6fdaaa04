import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { LeaseLostError } from '../../../src/core/concurrency/leader.ts';
import { RestrictedContents } from '../../../src/features/licensing/restricted-contents.ts';
import type { Restriction } from '../../../src/features/licensing/restriction-store.ts';
import type { PostgresDatabase } from '../../../src/platform/postgres/postgres-database.ts';
import { hashOf, runStep, type Step } from './random-steps.ts';
import { emptiedRows, openReplica } from './replica.ts';

const noJob = { askedAt: null, job: null, jobAt: null };

/** Writes of a replica that depend on what another one has changed since it looked. */
export function describeReplicatedChecks(
  replicas: () => readonly [PostgresDatabase, PostgresDatabase],
): void {
  describe('a replica that decided on old rows', () => {
    type Replica = ReturnType<typeof openReplica>;
    let [writer, behind] = [] as unknown as [Replica, Replica];
    const content = hashOf(0);

    beforeEach(async () => {
      await emptiedRows(replicas()[0]);
      [writer, behind] = [openReplica(replicas()[0]), openReplica(replicas()[1])];
      for (const { commands, close } of [writer, behind]) {
        onTestFinished(async () => {
          await commands.close();
          close();
        });
        await commands.join();
      }
    });

    /** Runs steps on the first replica. */
    const write = async (at: number, ...steps: Step[]) => {
      for (const step of steps) await runStep(writer, step, at);
    };
    const add = (of: number) =>
      ({ do: 'add', content: of, user: 'owner', type: 2, isEncrypted: false, max: 9 }) as const;

    it('adds no owner to a content whose bytes are gone', async () => {
      await write(1, add(0));
      await behind.commands.refresh();
      expect(behind.catalogue.find(content)).toBeDefined();
      await write(2, { do: 'remove', content: 0 });
      await expect(behind.catalogue.addOwner(content, 'ann')).rejects.toMatchObject({
        code: 'content_not_found',
      });
      expect(behind.contents.hasBytes(content)).toBe(false);
    });

    it('knows that an encryption has stopped, although it writes nothing itself', async () => {
      vi.useFakeTimers({ toFake: ['performance'] });
      onTestFinished(() => void vi.useRealTimers());
      await write(1, add(0));
      await writer.restrictions.restrict(content, 'owner', 1);
      await writer.restrictions.beginJob(content, 'job', 1);
      await behind.restrictions.endJob(content, 'another job');
      const isEncrypting = () =>
        behind.restrictions.isEncrypting(behind.restrictions.get(content) as Restriction, Date.now());
      expect(isEncrypting()).toBe(true);
      vi.advanceTimersByTime(3 * 60_000);
      expect(isEncrypting()).toBe(false);
    });

    it('keeps a content that has come to the trash again', async () => {
      await write(1, add(0), { do: 'trash', content: 0 });
      await behind.commands.refresh();
      await write(100, { do: 'restore', content: 0 }, { do: 'trash', content: 0 });
      expect(await behind.trash.remove(content, 50)).toBe(false);
      expect(await behind.trash.remove(content, 101)).toBe(true);
    });

    it('keeps an upload that has got another part', async () => {
      await write(1, { do: 'begin', content: 0, user: 'owner' });
      await behind.commands.refresh();
      await write(100, { do: 'append', content: 0, from: 0, size: 1 });
      expect(await behind.uploads.removeIdle('upload 0', 50)).toBe(false);
      expect(await behind.uploads.removeIdle('upload 0', 101)).toBe(true);
    });

    it('keeps a picture that has become a cover', async () => {
      const cover = hashOf(1);
      await write(1, add(0), add(1), { do: 'hide', content: 1 });
      const note = writer.db.prepare('INSERT INTO unused_pictures VALUES (?)');
      await writer.commands.run(() => note.run(cover));
      await behind.commands.refresh();
      const isUnused = () => behind.pictures.isUnused(cover);
      expect(isUnused()).toBe(true);
      const words = { title: '', authors: [], published: false };
      await write(2, { do: 'edit', content: 0, cover: 1, ...words });
      expect(await behind.contents.removeOwner(cover, 'owner', 3, isUnused)).toBe('none');
      await write(4, { do: 'edit', content: 0, cover: null, ...words });
      expect(await behind.contents.removeOwner(cover, 'owner', 5, isUnused)).toBe('gone');
    });

    it('keeps the plain bytes of a sold content whose encrypted file has gone', async () => {
      const [plain, encrypted] = [content, hashOf(1)];
      await write(1, add(0), add(1));
      await behind.commands.refresh();
      const removed: unknown[] = [];
      const restricted = new RestrictedContents({
        rows: behind.restrictions,
        catalogue: {
          find: (sha256: Buffer) => behind.catalogue.find(sha256),
          removeOwner: async (sha256: Buffer, user: string, mayGo?: () => boolean) => {
            removed.push(await behind.contents.removeOwner(sha256, user, 3, mayGo));
            return true;
          },
          forget: () => {},
        },
        clock: () => 3,
        onSold: () => {},
        onChange: () => {},
      } as unknown as ConstructorParameters<typeof RestrictedContents>[0]);
      await write(2, { do: 'remove', content: 1 });
      const about = { wasPublished: false, begunAt: 1, encrypted, registeredAt: null, ...noJob };
      await restricted.finish({ plain, user: 'owner', ...about }, encrypted);
      expect([removed, behind.contents.hasBytes(plain)]).toEqual([['none'], true]);
      await write(4, add(1));
      await behind.commands.refresh();
      await restricted.finish({ plain, user: 'owner', ...about }, encrypted);
      expect([removed, behind.contents.hasBytes(plain)]).toEqual([['none', 'gone'], false]);
    });

    it('encrypts no content that another one encrypts, until that is lost', async () => {
      await write(1, add(0), { do: 'restrict', content: 0, user: 'owner' });
      const begin = (on: Replica, job: string) => on.restrictions.beginJob(content, job, 1);
      expect(await begin(writer, 'one')).toBe(true);
      expect(await begin(behind, 'other')).toBe(false);
      expect(await writer.restrictions.continueJob(content, 'one', 1)).toBe(true);
      const database = replicas()[0];
      // A minute and a half, and another one, by the clock of the database.
      const age = () =>
        database.query(
          `UPDATE replicated_rows SET data = jsonb_set(data, '{job_at}', to_jsonb((data->>'job_at')::bigint - 90000)),
             change = (SELECT last + 1 FROM replicated_changes) WHERE table_name = 'sealings'`,
        );
      const publishAged = async () => {
        await age();
        await database.query('UPDATE replicated_changes SET last = last + 1, id = gen_random_uuid()');
        await database.query(
          'INSERT INTO replicated_change_ids (change, id) SELECT last, id FROM replicated_changes',
        );
        for (const { commands } of [writer, behind]) await commands.refresh();
      };
      await publishAged();
      expect(await begin(behind, 'other')).toBe(false);
      await publishAged();
      expect(await begin(behind, 'other')).toBe(true);
      expect(await writer.restrictions.continueJob(content, 'one', 1)).toBe(false);
      expect(await writer.restrictions.setEncrypted(content, hashOf(1), 'one', 1)).toBe(false);
      expect(await behind.restrictions.setEncrypted(content, hashOf(2), 'other', 1)).toBe(true);
      expect(behind.restrictions.get(content)).toMatchObject({ encrypted: hashOf(2), job: null });
    });

    it('removes no key of an encryption that began on another one meanwhile', async () => {
      await write(1, add(0), { do: 'restrict', content: 0, user: 'owner' });
      await writer.restrictions.beginJob(content, 'new', 1);
      const encrypted = hashOf(1);
      const key = { encrypted, plain: content, plainSize: 1, contentType: 'text/plain' };
      const made = { key: Buffer.of(1), keyHash: hashOf(2), origin: 'author', createdAt: 2 } as const;
      await writer.keys.put({ ...key, ...made });
      await behind.commands.refresh();
      const restricted = new RestrictedContents({
        rows: behind.restrictions,
        keys: {
          ofPlain: (plain: Buffer) => behind.keys.ofPlain(plain),
          removeUnused: (sha256: Buffer, mayGo?: () => boolean) => behind.keys.removeUnused(sha256, mayGo),
        },
        soldRows: { partsOfSale: () => [], manifestOf: () => undefined },
        isRegistered: () => false,
        catalogue: {
          removeOwner: async (sha256: Buffer, user: string, mayGo?: () => boolean) =>
            behind.contents.removeOwner(sha256, user, 3, mayGo),
        },
        clock: () => 3,
      } as unknown as ConstructorParameters<typeof RestrictedContents>[0]);
      // The former encryption, which was lost, ends.
      const mayChange = ({ job }: Restriction) => job === 'former';
      const row = behind.restrictions.get(content) as Restriction;
      expect(await restricted.unrestrict(row, { mayChange })).toBe(false);
      await writer.commands.refresh();
      expect(writer.keys.get(encrypted)).toBeDefined();
    });

    it('lifts no restriction that another one uses again, or for a job that it has lost', async () => {
      await write(1, add(0), { do: 'restrict', content: 0, user: 'owner' });
      await behind.commands.refresh();
      const row = behind.restrictions.get(content) as Restriction;
      await writer.restrictions.restrict(content, 'owner', 5);
      const mayChange = ({ askedAt }: Restriction) => askedAt === row.askedAt;
      expect(await behind.restrictions.forgetEncrypted(row, { mayChange })).toBe(false);
      expect(await behind.restrictions.unrestrict(row, 6, { mayChange })).toBe(false);
      const lease = { job: 'sales', holder: '00000000-0000-0000-0000-000000000000', fence: 1 };
      const { restrictions } = behind;
      await expect(restrictions.unrestrict(row, 6, { lease })).rejects.toThrow(LeaseLostError);
      await expect(restrictions.forgetEncrypted(row, { lease })).rejects.toThrow(LeaseLostError);
      await expect(restrictions.setRegistered(hashOf(1), 6, lease)).rejects.toThrow(LeaseLostError);
      await behind.commands.refresh();
      expect(restrictions.get(content)).toMatchObject({ begunAt: row.begunAt, askedAt: 5 });
      expect(await restrictions.unrestrict(row, 6)).toBe(true);
    });
  });
}
