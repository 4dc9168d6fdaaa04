export { canView } from './can-view.ts';
export { DetailsFields } from './details-fields.tsx';
export {
  heldName,
  heldType,
  isClosedForSale,
  saleStateWords,
  saleWords,
  sealingWords,
} from './encryption-labels.ts';
export { openContent, saveContent, saveOpened } from './file-actions.ts';
export { type Details, detailsOf, editOf } from './file-details.ts';
export { damageWords, isOwners, originWords, ownTitle, publishedWords, sharedWords } from './file-labels.ts';
export { useContent } from './stored-file-queries.ts';
