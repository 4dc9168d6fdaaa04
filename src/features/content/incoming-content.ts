import type { Lease } from '../../core/concurrency/leader.ts';
import { recordedMediaType } from '../../core/media-type/media-type.ts';
import { registrantOf } from '../../crypto/age/registrant.ts';
import type { StagedBlob } from '../../platform/blobs/store/blob-types.ts';
import type { Content } from './content-cache.ts';
import type { IncomingBytes } from './content-ports.ts';
import { safeFileName } from './naming/file-name.ts';
import { titleOf } from './naming/title.ts';
import type { NewContent } from './repository/rows/content-rows.ts';

/** Details of a new content besides its bytes. */
export interface NewContentDetails {
  declaredType: string | undefined;
  fileName: string | undefined;
  uploadedBy: string;
  /** Checks the complete content before it is stored, e.g. its digest; nothing is stored when it throws. */
  check?: (staged: { sha256: Buffer }) => void | Promise<void>;
  /** Called in the command that adds the content; nothing is stored when it throws. */
  checkAddition?: () => void;
  /** When it is aborted, nothing is stored, even if all bytes have arrived. */
  unless?: AbortSignal;
  /** That of the job that stores the content. */
  lease?: Lease | undefined;
}

/** A new content with its bytes. */
export interface IncomingContent extends NewContentDetails, IncomingBytes {}

/** Result of an upload; `alreadyStored`: the same bytes were stored before. */
export interface StoreResult {
  content: Content;
  alreadyStored: boolean;
}

/** Details of a complete blob; without `title`, that of its file name. */
export type KeptDetails = NewContentDetails & Pick<NewContent, 'copy'> & { title?: string };

/** Returns the row of a complete blob. @param createdAt Unix milliseconds */
export function rowOf(staged: StagedBlob, details: KeptDetails, createdAt: number): NewContent {
  const name = safeFileName(details.fileName);
  return {
    sha256: staged.sha256,
    size: staged.size,
    ...readHead(staged.head, details.declaredType, name),
    name,
    title: details.title ?? titleOf(name),
    uploadedBy: details.uploadedBy,
    createdAt,
    checksums: staged.checksums,
    ...(details.copy && { copy: details.copy }),
  };
}

/** Returns the properties of a new content that its first bytes determine. */
const readHead = (head: Buffer, declared: string | undefined, fileName: string) => ({
  contentType: recordedMediaType({ declared, fileName, head }),
  registrant: registrantOf(head),
});

/** Runs a check of a staged blob, and discards the blob when it throws. */
export async function orDiscard(
  staged: StagedBlob,
  check: () => void | Promise<void> | undefined,
): Promise<void> {
  try {
    await check();
  } catch (error) {
    await staged.discard();
    throw error;
  }
}
