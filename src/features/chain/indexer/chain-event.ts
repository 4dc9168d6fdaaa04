import type { LicenceKind } from '../../../contract/common.ts';
import type { RawAddress } from '../../../core/ton/ton-address.ts';

interface Happened {
  /** Id of the wallet's message. */
  queryId: bigint;
  /** The contract of the content. */
  content: RawAddress;
  /** In milliseconds of the chain's time. */
  at: number;
  /** Hash of the platform's transaction that reports it. */
  transactionHash: Buffer;
}

/** An event on the chain as recorded in the index; amounts in nanograms. */
export type ChainEvent = Happened &
  (
    | {
        type: 'content_registered';
        owner: RawAddress;
        sha256: Buffer | undefined;
        /** Hash of all registration parameters: prices, royalties, metadata. */
        paramsHash: Buffer;
        /** Sender and payer of the registration, who can name anybody as the owner. */
        sender: RawAddress;
      }
    | {
        /** The terms or the owner changed. */
        type: 'content_changed';
        owner: RawAddress;
        price: bigint;
        resalePrice: bigint;
        allowResale: boolean;
        withdrawn: boolean;
      }
    | { type: 'licence_issued'; licence: RawAddress; kind: LicenceKind; owner: RawAddress; price: bigint }
    /** Resold, or given away (price 0). */
    | { type: 'licence_moved'; licence: RawAddress; owner: RawAddress; price: bigint }
    /** Price 0 ends the offer. */
    | { type: 'licence_offered'; licence: RawAddress; price: bigint }
    | { type: 'licence_destroyed'; licence: RawAddress }
  );
