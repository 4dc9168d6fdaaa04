import type {
  Catalogue,
  ContentService,
  CoverCache,
  Covers,
  HiddenContents,
  Trash,
  UnusedPictures,
} from '../content/index.ts';
import type { Encryptions, LicensedContents } from '../licensing/index.ts';
import type { CopyStore } from '../storage/index.ts';
import type { UploadReceiver } from '../uploads/index.ts';
import type { LocalContentResponsesOptions } from './local-content-responses.ts';

/** Services for the dashboard's endpoints for contents. */
export interface LocalContentServices extends LocalContentResponsesOptions {
  catalogue: Pick<Catalogue, 'remove' | 'sendTo'>;
  trash: Trash;
  copies: Pick<CopyStore, 'pin'>;
  covers: Pick<Covers, 'find' | 'pathOf'>;
  /** Covers of other nodes that are not stored here. */
  fetchedCovers: Pick<CoverCache, 'find'>;
  service: ContentService;
  licensed: Pick<LicensedContents, 'encrypted' | 'link' | 'plainOf'>;
  encryptions: Pick<Encryptions, 'checkRemoval' | 'state' | 'cancel'>;
  uploads: UploadReceiver;
  hidden: HiddenContents;
  pictures: Pick<UnusedPictures, 'hold'>;
  /** Receives the number of new bytes that the dashboard has uploaded. */
  onReceived: (bytes: number) => void;
}
