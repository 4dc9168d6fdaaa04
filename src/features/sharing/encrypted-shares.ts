import type { ConstantMessageId, Message } from '../../contract/messages/message.ts';
import { contentIdOf } from '../../core/content-id.ts';
import { MessageError, message } from '../../core/messages/message.ts';
import { NodeError } from '../../core/node-error.ts';
import type { ShareableContent } from './send-content.ts';

/** Data for depositing the key of an own content on another node. */
export interface DepositableKey {
  /** Address on the chain, in any form. */
  contentAddress: string;
  /** `AGE-SECRET-KEY-1…` */
  key: string;
}

/** Sold contents of this node. */
export interface EncryptedShares {
  /** Returns the encrypted file of a restricted plain content; `encrypted` is null until it exists. */
  restrictedAs(plain: Buffer): { encrypted: Buffer | null } | undefined;
  /** Returns the encrypted contents of a sold collection, which are shared with it; empty for any other content. */
  partsOf(sha256: Buffer): readonly Buffer[];
  /** Returns whether a content is encrypted and its key is stored here. */
  hasKey(sha256: Buffer): boolean;
  /**
   * Returns the key of a content for its deposit.
   * @throws KeyNotDeposited where the content is not on the chain yet, or another key is registered there
   */
  keyOf(encrypted: Buffer): DepositableKey;
}

/** The other node stores the file, but not its key; the message gives the reason. */
export class KeyNotDeposited extends MessageError {
  /** Whether retries are useless. */
  readonly isFinal: boolean;

  constructor(
    text: ConstantMessageId | Message,
    { isFinal = false, cause }: { isFinal?: boolean; cause?: unknown } = {},
  ) {
    super(text, { cause });
    this.isFinal = isFinal;
  }
}

/** Refuses plain contents that are sold. @throws NodeError `licence_required`, `encrypting` */
export function refuseRestricted(shares: Pick<EncryptedShares, 'restrictedAs'>, sha256: Buffer): void {
  const restricted = shares.restrictedAs(sha256);
  if (!restricted) return;
  const { encrypted } = restricted;
  if (encrypted === null) throw new NodeError('encrypting', 'sharing.encrypting');
  throw new NodeError('licence_required', message('sharing.sold', { encrypted: contentIdOf(encrypted) }));
}

/** Returns the stored contents of a sold collection, which buyers fetch by their ids. */
export const soldParts = (
  {
    contents,
    encrypted,
  }: { contents: { find(sha256: Buffer): ShareableContent | undefined }; encrypted: EncryptedShares },
  whole: Buffer,
): ShareableContent[] => encrypted.partsOf(whole).flatMap((part) => contents.find(part) ?? []);
