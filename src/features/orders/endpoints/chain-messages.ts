import type * as z from 'zod';
import type {
  getIntents,
  postNewContentMessage,
  postPurchaseContent,
} from '../../../contract/node-api/orders.ts';
import type { Caller } from '../../../core/caller.ts';

export type NewContentRequest = z.output<typeof postNewContentMessage.body.schema>;
export type NewContentMessage = z.output<(typeof postNewContentMessage.responses)[200]['schema']>;
export type PurchaseRequest = z.output<typeof postPurchaseContent.body.schema>;
export type PurchaseMessage = z.output<(typeof postPurchaseContent.responses)[200]['schema']>;
export type IntentList = z.output<(typeof getIntents.responses)[200]['schema']>;

/** Prepares messages for users' wallets and reports their results. */
export interface ChainMessages {
  /** @throws NodeError `already_registered`, `blocked`, `wallet_required`, `limit_reached`, `chain_unavailable` … */
  registration(caller: Caller, request: NewContentRequest): Promise<NewContentMessage>;
  /** @throws NodeError `content_not_found`, `already_licensed`, `content_withdrawn`, `chain_unavailable` … */
  purchase(caller: Caller, request: PurchaseRequest): Promise<PurchaseMessage>;
  intents(caller: Caller): IntentList;
}
