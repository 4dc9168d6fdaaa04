import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { RestrictedContents } from '../../../src/features/licensing/restricted-contents.ts';
import type { PostgresDatabase } from '../../../src/platform/postgres/postgres-database.ts';
import { hashOf, runStep, type Step } from './random-steps.ts';
import { emptiedRows, openReplica } from './replica.ts';

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
      const about = { wasPublished: false, begunAt: 1, encrypted, registeredAt: null };
      await restricted.finish({ plain, user: 'owner', ...about }, encrypted);
      expect([removed, behind.contents.hasBytes(plain)]).toEqual([['none'], true]);
      await write(4, add(1));
      await behind.commands.refresh();
      await restricted.finish({ plain, user: 'owner', ...about }, encrypted);
      expect([removed, behind.contents.hasBytes(plain)]).toEqual([['none', 'gone'], false]);
    });
  });
}
