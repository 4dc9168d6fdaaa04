import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { PostgresDatabase } from '../../src/platform/postgres/postgres-database.ts';
import { emptiedRows } from '../content/replicated/replica.ts';
import { randomBytes } from '../support/random-bytes.ts';
import { longIt } from '../support/random-runs.ts';
import { type FaultProxy, startFaultProxy } from '../support/s3/fault-proxy.ts';
import { type StrictS3, startStrictS3 } from '../support/s3/strict-s3.ts';
import { owner, sha256 } from './part-upload-node.ts';
import { partOf, read } from './upload-parts.ts';
import { openUploadReplica, type UploadReplica } from './upload-replica.ts';

const details = { fileName: 'film.mp4', declaredType: 'video/mp4' };
const dayMs = 24 * 60 * 60 * 1000;

const wrongOffset = (currentSize: number) => ({
  code: 'offset_mismatch',
  details: { members: { current_size: currentSize } },
});

/** Uploads in parts that arrive at several replicas, which store bytes in one bucket. */
export function describeReplicatedUploads(
  replicas: () => readonly [PostgresDatabase, PostgresDatabase],
): void {
  describe('uploads in parts at several replicas', () => {
    let now = Date.now();
    let s3: StrictS3;
    let proxy: FaultProxy;
    let [one, other] = [] as unknown as [UploadReplica, UploadReplica];
    const open = (database: 0 | 1) => openUploadReplica(replicas()[database], proxy.endpoint, () => now);

    beforeEach(async () => {
      now = Date.now();
      await emptiedRows(replicas()[0]);
      s3 = await startStrictS3();
      proxy = await startFaultProxy(s3.endpoint);
      onTestFinished(async () => {
        await proxy.close();
        await s3.close();
      });
      [one, other] = [await open(0), await open(1)];
    });

    const begin = async (at: UploadReplica, bytes: Buffer) =>
      (await at.uploads.begin(owner, details, partOf(bytes, 0))).uploadId;
    const append = (at: UploadReplica, id: string, bytes: Buffer, offset: number) =>
      at.uploads.append(id, owner.principal, partOf(bytes, offset));
    const finish = (at: UploadReplica, id: string, bytes: Buffer, offset: number) =>
      at.uploads.finish(id, owner.principal, partOf(bytes, offset));
    /** Returns a content as a replica reads it from the bucket. */
    const stored = async (at: UploadReplica, bytes: Buffer) => {
      await at.commands.refresh();
      await at.local.delete(sha256(bytes));
      return read(at.catalogue, at.catalogue.get(sha256(bytes)));
    };
    const expectStored = async (bytes: Buffer) => {
      for (const at of [one, other]) expect((await stored(at, bytes)).equals(bytes)).toBe(true);
    };
    /** Deletes what has been unused for a day, and expects that no other objects are left than those of a content. */
    const expectOnlyObjectsOf = async (bytes: Buffer) => {
      now += dayMs + 60_000;
      await other.commands.refresh();
      await other.blobs.collector.collect();
      const keys = other.segments.of(sha256(bytes)).map(({ key }) => key);
      expect([...s3.objects.keys()].sort()).toEqual(keys.sort());
    };

    it('continue on another replica, and end on either', async () => {
      for (const [last, size] of [
        [one, 900_000],
        [other, 700_001],
      ] as const) {
        const bytes = randomBytes(size);
        const id = await begin(one, bytes.subarray(0, 300_000));
        expect(await append(other, id, bytes.subarray(300_000, 500_000), 300_000)).toEqual({
          uploadId: id,
          currentSize: 500_000,
        });
        await one.uploads.refresh();
        expect(one.uploads.progressOf(id, owner.principal)).toMatchObject({ currentSize: 500_000 });
        await append(one, id, bytes.subarray(500_000, 600_000), 500_000);
        const { content } = await finish(last, id, bytes.subarray(600_000), 600_000);
        expect(content.sha256.equals(sha256(bytes))).toBe(true);
        await expectStored(bytes);
        // A repeated last part gets the same answer from each replica.
        for (const at of [one, other]) {
          const again = await finish(at, id, bytes.subarray(600_000), 600_000);
          expect(again).toMatchObject({ alreadyStored: true, content: { size } });
          await vi.waitFor(async () => expect(await at.blobs.partials.list()).toEqual(new Map()));
          expect(at.reservations.total).toBe(0);
        }
      }
    });

    it('keep the part that is recorded first, and name its size to the other', async () => {
      const bytes = randomBytes(800_000);
      const id = await begin(one, bytes.subarray(0, 300_000));
      await other.commands.refresh();
      // Both receive a part from the same size on.
      vi.spyOn(one.commands, 'refresh').mockResolvedValue();
      await append(other, id, bytes.subarray(300_000, 400_000), 300_000);
      await expect(append(one, id, randomBytes(200_000), 300_000)).rejects.toMatchObject(
        wrongOffset(400_000),
      );
      await append(one, id, bytes.subarray(400_000, 500_000), 400_000);
      await finish(one, id, bytes.subarray(500_000), 500_000);
      await expectStored(bytes);
      await expectOnlyObjectsOf(bytes);
    });

    it('store one content when both replicas receive the last part', async () => {
      const bytes = randomBytes(600_000);
      const id = await begin(one, bytes.subarray(0, 300_000));
      const last = bytes.subarray(300_000);
      const outcomes = await Promise.allSettled([
        finish(one, id, last, 300_000),
        finish(other, id, last, 300_000),
      ]);
      const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
      for (const { reason } of refused) expect(reason).toMatchObject({ code: 'offset_mismatch' });
      expect(refused.length).toBeLessThan(2);
      expect(await finish(other, id, last, 300_000)).toMatchObject({ alreadyStored: true });
      await expectStored(bytes);
      await expectOnlyObjectsOf(bytes);
    });

    it('lose nothing when a replica ends between the bucket and the command', async () => {
      const bytes = randomBytes(900_000);
      const id = await begin(one, bytes.subarray(0, 300_000));
      const { promise: killed, reject: kill } = Promise.withResolvers<never>();
      vi.spyOn(one.rows, 'grow').mockReturnValue(killed);
      const killedPart = append(one, id, bytes.subarray(300_000, 500_000), 300_000).catch(() => {});
      onTestFinished(async () => {
        kill(new Error('killed'));
        await killedPart;
      });
      await vi.waitFor(() => expect(s3.objects.size).toBe(2));
      await other.commands.refresh();
      expect(other.uploads.progressOf(id, owner.principal)).toMatchObject({ currentSize: 300_000 });
      await append(other, id, bytes.subarray(300_000, 600_000), 300_000);
      const collect = () => other.blobs.collector.collect();
      now += dayMs - 60_000;
      expect(await collect()).toBe(0);
      now += 50_000;
      await append(other, id, bytes.subarray(600_000, 700_000), 600_000);
      now += 70_000;
      // The objects of the unfinished upload stay.
      expect(await collect()).toBeGreaterThan(0);
      await finish(other, id, bytes.subarray(700_000), 700_000);
      expect((await stored(other, bytes)).equals(bytes)).toBe(true);
      await expectOnlyObjectsOf(bytes);
    });

    it('are kept by a replica that starts, and freed when they expire', async () => {
      const bytes = randomBytes(300_000);
      const id = await begin(one, bytes);
      await other.close();
      other = await open(1);
      expect(other.uploads.progressOf(id, owner.principal)).toMatchObject({ currentSize: 300_000 });
      expect(other.reservations.total).toBeGreaterThanOrEqual(300_000);
      now += dayMs + 60_000;
      await other.uploads.collectExpired();
      await one.commands.refresh();
      expect(one.rows.get(id)).toBeUndefined();
      expect(one.reservations.total).toBe(0);
      await vi.waitFor(async () => expect(await one.blobs.partials.list()).toEqual(new Map()));
      expect(s3.objects.size).toBe(1);
      now += dayMs;
      expect(await one.blobs.collector.collect()).toBe(1);
      expect(s3.objects.size).toBe(0);
    });

    longIt('consist of few segments, however small their parts are', async () => {
      const bytes = randomBytes(200 * 3_000);
      const id = await begin(one, bytes.subarray(0, 3_000));
      for (let start = 3_000; start < bytes.length - 3_000; start += 3_000) {
        const at = start % 2_000 === 0 ? one : other;
        await append(at, id, bytes.subarray(start, start + 3_000), start);
      }
      await one.commands.refresh();
      expect(one.segments.ofUpload(id).length).toBeLessThan(15);
      await finish(one, id, bytes.subarray(-3_000), bytes.length - 3_000);
      await expectStored(bytes);
    });

    it('read the bytes of others again when they arrive damaged, and end when they are lost', async () => {
      const bytes = randomBytes(600_000);
      const id = await begin(one, bytes.subarray(0, 300_000));
      let reads = 0;
      proxy.fault = ({ method }) => (method === 'GET' && ++reads === 1 ? { kind: 'flip' } : undefined);
      await append(other, id, bytes.subarray(300_000, 400_000), 300_000);
      expect(reads).toBe(2);
      await finish(other, id, bytes.subarray(400_000), 400_000);
      await expectStored(bytes);

      const lost = await begin(one, bytes.subarray(0, 1_000));
      s3.objects.clear();
      await expect(append(other, lost, bytes.subarray(0, 1_000), 1_000)).rejects.toMatchObject({
        code: 'upload_not_found',
      });
      expect(other.rows.get(lost)).toBeUndefined();
    });

    it('keep what was recorded while the bucket does not answer', async () => {
      const bytes = randomBytes(700_000);
      const id = await begin(one, bytes.subarray(0, 300_000));
      proxy.fault = () => ({ kind: 'status', status: 503 });
      const busy = { code: 'too_busy' };
      await expect(append(one, id, bytes.subarray(300_000, 500_000), 300_000)).rejects.toMatchObject(busy);
      await expect(finish(one, id, bytes.subarray(300_000), 300_000)).rejects.toMatchObject(busy);
      await expect(finish(other, id, bytes.subarray(300_000), 300_000)).rejects.toMatchObject(busy);
      proxy.fault = () => undefined;
      expect(other.uploads.progressOf(id, owner.principal)).toMatchObject({ currentSize: 300_000 });
      await finish(other, id, bytes.subarray(300_000), 300_000);
      await expectStored(bytes);
    });

    it('keep the bytes of a content that another replica removes while it is stored again', async () => {
      const bytes = randomBytes(300_000);
      const upload = () => begin(one, bytes.subarray(0, 100_000));
      await finish(one, await upload(), bytes.subarray(100_000), 100_000);
      await other.commands.refresh();
      const id = await upload();
      const remove = () => other.catalogue.remove(sha256(bytes));
      const removed = vi.fn();
      const stage = one.blobs.partials.stage.bind(one.blobs.partials);
      vi.spyOn(one.blobs.partials, 'stage').mockImplementation(async (...given) => {
        const staged = await stage(...given);
        const commit = async () => {
          await staged.commit();
          await remove().then(removed);
        };
        return { ...staged, commit };
      });
      await finish(one, id, bytes.subarray(100_000), 100_000);
      expect(removed).toHaveBeenCalledOnce();
      await expectStored(bytes);
    });
  });
}
