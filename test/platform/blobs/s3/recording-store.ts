import { TaskTracker } from '../../../../src/core/concurrency/task-tracker.ts';
import type { S3BlobStore } from '../../../../src/platform/blobs/s3/s3-blob-store.ts';
import type { SegmentIndex } from '../../../../src/platform/blobs/s3/segments.ts';
import type { PartialStore } from '../../../../src/platform/blobs/store/blob-store.ts';
import type { StagedBlob } from '../../../../src/platform/blobs/store/blob-types.ts';
import type { Commands } from '../../../../src/platform/sqlite/commands.ts';

/**
 * Makes a store record blobs and parts itself, as the commands do that add a content and grow an upload.
 * @returns a function that resolves when everything is recorded
 */
export function recordEverything(
  store: S3BlobStore,
  index: SegmentIndex,
  commands: Commands,
): () => Promise<void> {
  const recording = new TaskTracker();
  const recorded = (staged: StagedBlob): StagedBlob => ({
    ...staged,
    commit: async () => {
      await staged.commit();
      await commands
        .run(() => staged.record?.())
        .catch(async (error: unknown) => {
          await staged.rollBack();
          throw error;
        });
    },
  });
  const write = store.write.bind(store);
  const { partials } = store;
  const [append, stage, remove] = [
    partials.append.bind(partials),
    partials.stage.bind(partials),
    partials.remove.bind(partials),
  ];
  const parts: Pick<PartialStore, 'append' | 'stage' | 'remove'> = {
    append: (...given) =>
      recording.add(
        append(...given).then(async ({ record, ...received }) => {
          await commands.run(() => record?.());
          return received;
        }),
      ),
    stage: async (id, size) => recorded(await stage(id, size)),
    remove: async (id) => {
      await commands.run(() => index.setOfUpload(id, []));
      await remove(id);
    },
  };
  Object.assign(partials, parts);
  Object.assign(store, {
    write: async (...given: Parameters<typeof write>) => recorded(await write(...given)),
  });
  return () => recording.settled();
}
