export { CoverField } from './cover-field.tsx';
export { DetailsFields } from './details-fields.tsx';
export {
  canView,
  encryptionLabel,
  isRestrictedForSale,
  plainName,
  plainType,
  saleLabel,
  saleStateLabel,
} from './encryption-labels.ts';
export { chooseSaveFolder, openContent, saveContent, saveOpened } from './file-actions.ts';
export { type Details, detailsOf, editOf } from './file-details.ts';
export {
  damageLabel,
  isOwners,
  originLabel,
  pictureOf,
  publishedLabel,
  sharedLabel,
  shownAuthor,
  shownTitle,
} from './file-labels.ts';
export { FilePicture } from './file-picture.tsx';
export { FileTile } from './file-tile.tsx';
export { MediaFacts } from './media-facts.tsx';
export { useContent, useContentParts, useKindName } from './stored-file-queries.ts';
export { useSaveEntry } from './use-save-entry.ts';
