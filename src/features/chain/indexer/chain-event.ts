import type { RawAddress } from '../../../core/ton/ton-address.ts';
import type { LicenceKind } from './chain-index-repository.ts';

interface Happened {
  /** Of the message that somebody's wallet sent. */
  queryId: bigint;
  /** The contract of the content. */
  content: RawAddress;
  /** In milliseconds, on the chain. */
  at: number;
  /** Of the platform's transaction that reports it. */
  transactionHash: Buffer;
}

/** What happened on the chain, as the index has it now; amounts in nanoTON. */
export type ChainEvent = Happened &
  (
    | {
        type: 'content_registered';
        owner: RawAddress;
        sha256: Buffer | undefined;
        /** Of all that the content is registered with: prices, royalties, metadata. */
        paramsHash: Buffer;
        /** Who asked the platform for it, and paid: anybody may name anybody as the owner. */
        sender: RawAddress;
      }
    | {
        /** It has other terms, or another owner. */
        type: 'content_changed';
        owner: RawAddress;
        price: bigint;
        resalePrice: bigint;
        allowResale: boolean;
        withdrawn: boolean;
      }
    | { type: 'licence_issued'; licence: RawAddress; kind: LicenceKind; owner: RawAddress; price: bigint }
    /** Sold on, or given away (price 0). */
    | { type: 'licence_moved'; licence: RawAddress; owner: RawAddress; price: bigint }
    /** Price 0: no more. */
    | { type: 'licence_offered'; licence: RawAddress; price: bigint }
  );
