/** A restricted plain content, to be sold or sold; times in milliseconds. */
export interface Restriction {
  plain: Buffer;
  /** The seller. */
  user: string;
  /** Whether the content was published before the restriction. */
  wasPublished: boolean;
  begunAt: number;
  /** SHA-256 of the age file; null until it is complete and was read back. */
  encrypted: Buffer | null;
  /** Time at which the registration was found on the chain. */
  registeredAt: number | null;
}

/** Stores which contents are restricted, and whether their records are published. Each method is one transaction. */
export interface RestrictionStore {
  /** Restricts a stored content for a user, unless it is restricted, and unlists it. */
  restrict(
    plain: Buffer,
    user: string,
    at: number,
  ): Promise<'restricted' | 'not_stored' | 'not_yours' | 'copied'>;
  /**
   * Lifts a restriction, and publishes the content again if it was published before and its user still is the first
   * owner; does nothing when this restriction was lifted already.
   */
  unrestrict(restriction: Pick<Restriction, 'plain' | 'begunAt'>, at: number): Promise<void>;
  /** Unlists restricted contents that are published. @returns these contents */
  unlistRestricted(at: number): Promise<Buffer[]>;
  /** Returns restrictions without a known registration. */
  pending(): Promise<Restriction[]>;
  /** Records the complete age file of a content. */
  setEncrypted(plain: Buffer, encrypted: Buffer): Promise<void>;
  /** Records the time at which the registration of an age file was found first. */
  setRegistered(encrypted: Buffer, at: number): Promise<void>;
  /** Removes a restriction, and leaves the record as it is. */
  remove(plain: Buffer): Promise<void>;
}
