import type { Cell, StateInit } from '@ton/core';
import type { RawAddress } from '../../../core/ton/ton-address.ts';
import type { OrderKind } from '../order.ts';

/** The ids of one message, which are made when its order is written. */
export interface Query {
  queryId: bigint;
  /** Unix seconds. */
  validUntil: number;
}

/** What is to be asked of the chain, checked. Amounts in nanoTON. */
export interface Draft {
  kind: OrderKind;
  title: string;
  /** What must not happen twice while it is open. */
  purpose: string;
  /** How it is asked for. */
  terms: string;
  target: RawAddress;
  /** Whose it is then; null: the payer's. */
  recipient: RawAddress | null;
  /** What the wallet sends. */
  amount: bigint;
  /** Of it, what stays with what comes into being. */
  deposit?: bigint;
  price?: bigint;
  sha256?: Buffer;
  contentAddress?: RawAddress;
  licence?: 'listen' | 'resale';
  /** Whether what the target does not take comes back. */
  bounce: boolean;
  init?: StateInit;
  sendMode: number;
  body(query: Query): Cell;
}

/** SENDRAWMSG: fees apart, and without stopping the wallet when it fails. */
export const paySeparately = 3;
/** SENDRAWMSG: all that the wallet has. */
export const sendEverything = 128 + 2;
