import type { Lease } from '../../core/concurrency/leader.ts';

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
  /** Time of the last request for the sale of this content alone. */
  askedAt: number | null;
  /** The encryption that works for the sale, and the time of its last sign of life. */
  job: string | null;
  jobAt: number | null;
}

/** A condition on a restriction as it is now; called in the command. */
export type RestrictionCheck = (now: Restriction) => boolean;

/** What writes to a restriction depend on. */
export interface RestrictionConditions {
  /** Default: it is the restriction that is meant. */
  mayChange?: RestrictionCheck | undefined;
  /** Of the job that writes, if any. */
  lease?: Lease | undefined;
}

/** Stores which contents are restricted, and whether their records are published. Each method is one transaction. */
export interface RestrictionStore {
  /**
   * Restricts a stored content for a user, unless it is restricted, and unlists it.
   * @param isAlone whether it is to be sold by itself. Default: yes.
   */
  restrict(
    plain: Buffer,
    user: string,
    at: number,
    isAlone?: boolean,
  ): Promise<'restricted' | 'not_stored' | 'not_yours' | 'copied'>;
  /**
   * Lifts a restriction, and publishes the content again if it was published before and its user still is the first
   * owner; does nothing when this restriction was lifted already, or may not be.
   * @returns whether it is lifted now
   */
  unrestrict(
    restriction: Pick<Restriction, 'plain' | 'begunAt'>,
    at: number,
    conditions?: RestrictionConditions,
  ): Promise<boolean>;
  /**
   * Forgets the age file of a restriction, so that no order can register it any more.
   * @returns whether this restriction is there without an age file now
   */
  forgetEncrypted(
    restriction: Pick<Restriction, 'plain' | 'begunAt'>,
    conditions?: RestrictionConditions,
  ): Promise<boolean>;
  /** Begins an encryption. @returns whether the content is restricted, and no other encryption works for it */
  beginJob(plain: Buffer, job: string, at: number): Promise<boolean>;
  /** Records a sign of life of an encryption. @returns whether it still works for the content */
  continueJob(plain: Buffer, job: string, at: number): Promise<boolean>;
  /** Ends an encryption that has no result. */
  endJob(plain: Buffer, job: string): Promise<void>;
  /** Unlists restricted contents that are published. @returns these contents */
  unlistRestricted(at: number): Promise<Buffer[]>;
  /** Returns restrictions without a known registration. */
  pending(): Promise<Restriction[]>;
  /** Records the complete age file of a content, and ends its encryption. @returns whether that still works for it */
  setEncrypted(plain: Buffer, encrypted: Buffer, job: string, at: number): Promise<boolean>;
  /** Records the time at which the registration of an age file was found first. */
  setRegistered(encrypted: Buffer, at: number, lease?: Lease): Promise<void>;
  /** Removes a restriction, and leaves the record as it is. */
  remove(plain: Buffer): Promise<void>;
}
