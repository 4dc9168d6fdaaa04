import type { Content, IncomingContent, StoreResult } from '../../content/index.ts';

/** Port for the contents of the owner. */
export interface FolderContents {
  /** Stores a file for the owner. @throws as `Catalogue.store` */
  store(upload: Omit<IncomingContent, 'uploadedBy' | 'declaredType'>): Promise<StoreResult>;
  /** Returns a content of the owner that is not in the trash. */
  owned(sha256: Buffer): Content | undefined;
  /** Returns the encrypted file of a plain content that was sold, if it is stored here. */
  encryptedFileOf(sha256: Buffer): Content | undefined;
  /** Renames a content after its new file name, if its title is still that of the former one. */
  rename(sha256: Buffer, from: string, to: string): Promise<void>;
  /** Returns whether another user of this node owns a content, too. */
  isOfOthers(sha256: Buffer): boolean;
  /**
   * Moves a content of the owner to the trash, or removes only the owner where others own it, too.
   * @throws NodeError where it must stay, e.g. while it is being encrypted
   */
  trash(sha256: Buffer): Promise<void>;
}
