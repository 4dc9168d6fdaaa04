import type { S3BlobStore } from '../../../../src/platform/blobs/s3/s3-blob-store.ts';
import type { PartialStore } from '../../../../src/platform/blobs/store/blob-store.ts';
import type { StagedBlob } from '../../../../src/platform/blobs/store/blob-types.ts';
import type { Commands } from '../../../../src/platform/sqlite/commands.ts';

/** Makes a store record a blob when it is committed, as the command does that adds a content. */
export function recordCommits(store: S3BlobStore, commands: Commands): void {
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
  const stage: PartialStore['stage'] = async (id, size) => recorded(await partials.stage(id, size));
  Object.assign(store, {
    write: async (...given: Parameters<typeof write>) => recorded(await write(...given)),
    partials: { ...partials, stage },
  });
}
