import type { Catalogue } from '../content/catalogue.ts';
import type { ContentService } from '../content/content-service.ts';
import type { Covers } from '../content/covers/covers.ts';
import type { Encryptions } from '../licensing/encryption/encryptions.ts';
import type { LicensedContents } from '../licensing/licensed-contents.ts';
import type { CopyStore } from '../storage/copy-store.ts';
import type { UploadReceiver } from '../uploads/upload-receiver.ts';
import type { LocalContentResponsesOptions } from './local-content-responses.ts';

/** What the dashboard's endpoints for contents use. */
export interface LocalContentServices extends LocalContentResponsesOptions {
  catalogue: Pick<Catalogue, 'remove' | 'sendTo'>;
  copies: Pick<CopyStore, 'pin'>;
  covers: Pick<Covers, 'find' | 'pathOf'>;
  service: ContentService;
  licensed: Pick<LicensedContents, 'encrypted' | 'link' | 'plainOf'>;
  encryptions: Pick<Encryptions, 'checkRemoval' | 'state' | 'cancel'>;
  uploads: UploadReceiver;
  /** Receives the number of new bytes that the dashboard has uploaded. */
  onReceived: (bytes: number) => void;
}
