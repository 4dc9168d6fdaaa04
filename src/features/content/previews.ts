import { manifestType, soldCollectionType } from '../../contract/collections/media-types.ts';
import { maxPreviewBytes } from '../../contract/dashboard-api/orders.ts';
import type { ConstantMessageId } from '../../contract/messages/message.ts';
import { dispositionFor } from '../../core/media-type/media-type.ts';
import type { Catalogue } from './catalogue.ts';

/** `shown`: it is stored here and may be shown; `unknown`: it is not stored here; `refused`: it may not be shown. */
export type PreviewState = 'shown' | 'unknown' | 'refused';

export interface PreviewsOptions {
  catalogue: Pick<Catalogue, 'find'>;
  /** Returns whether a file is sold, or the encrypted file of one that is sold. */
  isSold: (sha256: Buffer) => boolean;
}

/** Checks the previews of sold contents: plain files of their own, which this node never decodes. */
export class Previews {
  readonly #options: PreviewsOptions;

  constructor(options: PreviewsOptions) {
    this.#options = options;
  }

  /**
   * Returns why a stored file cannot be the preview of a content; undefined: it can.
   * @param contentType of the content
   */
  faultOf(sha256: Buffer, contentType: string): ConstantMessageId | undefined {
    const content = this.#options.catalogue.find(sha256);
    if (!content) return 'content.previewNotStored';
    if (this.#options.isSold(sha256)) return 'content.previewSold';
    if (content.size > maxPreviewBytes) return 'content.previewTooLarge';
    // A document is previewed by a picture of one of its pages.
    const wanted = kindOf(contentType) ?? 'image';
    return kindOf(content.contentType) === wanted ? undefined : 'content.previewKind';
  }

  stateOf(sha256: Buffer): PreviewState {
    const { catalogue, isSold } = this.#options;
    const content = catalogue.find(sha256);
    if (!content) return 'unknown';
    const isFit =
      content.size <= maxPreviewBytes && kindOf(content.contentType) !== undefined && !isSold(sha256);
    return isFit ? 'shown' : 'refused';
  }
}

/** Returns the family of types that browsers play or show, e.g. `audio`; the list of a collection previews it. */
function kindOf(contentType: string): string | undefined {
  if (contentType === manifestType || contentType === soldCollectionType) return 'collection';
  const family = contentType.split('/', 1)[0]?.trim().toLowerCase() ?? '';
  const isPlayed = ['audio', 'video', 'image'].includes(family) && dispositionFor(contentType) === 'inline';
  return isPlayed ? family : undefined;
}
