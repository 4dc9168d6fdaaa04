import type { Cell, StateInit } from '@ton/core';
import type { OrderKind } from '../../../contract/dashboard-api/orders.ts';
import type { Message } from '../../../contract/messages/message.ts';
import type { RawAddress } from '../../../core/ton/ton-address.ts';
import type { Fees } from '../../chain/index.ts';

/** Ids of one message, assigned when its order is stored. */
export interface MessageQuery {
  queryId: bigint;
  /** Unix seconds. */
  validUntil: number;
}

/** Data from which the required fee of a message is calculated, and the amount attached for it. */
export interface RequiredFee {
  kind: keyof Fees;
  /** The platform whose fees apply. */
  platform: RawAddress;
  /** Number of shares; none for a resale or an owner's message. */
  shares?: number;
  /** Distinct cells of the metadata that is registered. */
  cells?: number;
  /** nanograms. */
  attached: bigint;
}

/** A validated request for the chain. Amounts in nanograms. */
export interface Draft {
  kind: OrderKind;
  title: string;
  /** Key of the order's purpose; there are no two open orders with one purpose. */
  purpose: string;
  /** Terms of the request. */
  terms: string;
  target: RawAddress;
  /** The new owner; null: the payer. */
  recipient: RawAddress | null;
  /** Amount that the wallet sends. */
  amount: bigint;
  /** Part of the amount that stays with what is created. */
  deposit?: bigint;
  price?: bigint;
  /** Missing where no contract of the platform requires a fee. */
  fee?: RequiredFee;
  /** Warning for the person before confirming. */
  warning?: Message;
  sha256?: Buffer;
  /** The public node that gets the file once it is registered. */
  host?: string | undefined;
  contentAddress?: RawAddress;
  licence?: 'listen' | 'resale';
  /** Whether the target returns a message that it does not accept. */
  bounce: boolean;
  init?: StateInit;
  sendMode: number;
  body(query: MessageQuery): Cell;
}

/** SENDRAWMSG: pay fees separately and continue if sending fails. */
export const paySeparately = 3;
/** SENDRAWMSG: send the whole balance. */
export const sendEverything = 128 + 2;
