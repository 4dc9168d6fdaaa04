export { BlockList } from './block-list.ts';
export { type BlockService, type BlockServiceOptions, createBlockService } from './block-service.ts';
export { Catalogue, type Content, type ContentReader } from './catalogue.ts';
export {
  type ChainRecords,
  type ContentRegistration,
  namesFile,
  noChainRecords,
  type RegisteredContent,
} from './chain-records.ts';
export { ContentCursors } from './content-cursors.ts';
export { ContentListQueries } from './content-list-queries.ts';
export type { ByteAdmission, CopyReads, IncomingBytes } from './content-ports.ts';
export { ContentResponses, contentUrl } from './content-responses.ts';
export { type ContentDetails, ContentService } from './content-service.ts';
export { CoverCache } from './covers/cover-cache.ts';
export { Covers } from './covers/covers.ts';
export { withoutHarmfulCovers } from './covers/remote-covers.ts';
export { UnusedPictureRepository } from './covers/unused-picture-repository.ts';
export { UnusedPictures } from './covers/unused-pictures.ts';
export { getContentCountsEndpoint } from './endpoints/dashboard/get-content-counts.ts';
export { getContentMonthsEndpoint } from './endpoints/dashboard/get-content-months.ts';
export { blockEndpoints } from './endpoints/dashboard/index.ts';
export { getContentListEndpoint } from './endpoints/get-content-list.ts';
export { patchOwnContentEndpoint } from './endpoints/patch-content.ts';
export type { IncomingContent, NewContentDetails, StoreResult } from './incoming-content.ts';
export { manifestFile, readManifest, signManifest } from './manifests/manifest.ts';
export { partsOfManifest } from './manifests/manifest-parts.ts';
export { storedManifest } from './manifests/stored-manifests.ts';
export { safeFileName } from './naming/file-name.ts';
export { titleOf } from './naming/title.ts';
export { Previews } from './previews.ts';
export { readWhole } from './read-whole.ts';
export { ReplicatedContentIndex, replicatedContentTables } from './replicated/replicated-contents.ts';
export { BlockRepository } from './repository/block-repository.ts';
export {
  byAuthors,
  type ContentFilter,
  isNarrowed,
  listed,
  onPlatform,
} from './repository/content-filter.ts';
export { ContentIndex } from './repository/content-index.ts';
export { ContentListRepository } from './repository/content-list-repository.ts';
export { ContentRecordRepository, type ContentRecordRow } from './repository/content-record-repository.ts';
export { ContentRepository } from './repository/content-repository.ts';
export { ContentStateRepository, type Damage } from './repository/content-state-repository.ts';
export { HiddenContents } from './repository/hidden-contents.ts';
export { FileRegistrants } from './repository/rows/file-registrants.ts';
export { SortedContentRepository } from './repository/sorted-content-repository.ts';
export { maxStoredBytes } from './size-limit.ts';
export { Trash } from './trash/trash.ts';
export { TrashRepository } from './trash/trash-repository.ts';
