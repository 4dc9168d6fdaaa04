import type { SigningWallet } from './wallet-sign-in.ts';

/** What is needed to deposit the key of an own content on another node. */
export interface DepositableKey {
  /** On the chain, in any form. */
  contentAddress: string;
  /** `AGE-SECRET-KEY-1…` */
  key: string;
  /** The wallet that owns the content on the chain. */
  wallet: SigningWallet;
}

/** Contents of this node that are sold. */
export interface EncryptedShares {
  /** Of a plain content that is closed, as it is sold: its encrypted file, null as long as that is being made. */
  restrictedAs(plain: Buffer): { encrypted: Buffer | null } | undefined;
  /** Whether a content is encrypted and its key is here. */
  hasKey(sha256: Buffer): boolean;
  /** @throws KeyNotDeposited where it is not on the chain yet, or the wallet that owns it cannot sign in elsewhere */
  keyOf(encrypted: Buffer): DepositableKey;
}

/** The file is there, and its key is not. The message says why. */
export class KeyNotDeposited extends Error {
  override readonly name = 'KeyNotDeposited';
  /** Trying again is of no use. */
  readonly isFinal: boolean;

  constructor(message: string, { isFinal = false, cause }: { isFinal?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.isFinal = isFinal;
  }
}
