import type { Endpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import { deleteKeySignInEndpoint } from './delete-key-sign-in.ts';
import { getKeySignInEndpoint } from './get-key-sign-in.ts';
import { getReceiptEndpoint } from './get-purchase-receipt.ts';
import { getPurchasesEndpoint } from './get-purchases.ts';
import { postKeySignInEndpoint } from './post-key-sign-in.ts';
import { postDeclineEndpoint } from './post-purchase-decline.ts';
import { postDeliverEndpoint } from './post-purchase-deliver.ts';
import { postFoundEndpoint } from './post-purchases-found.ts';
import type { PurchasesApi } from './purchases-api.ts';

/** Lists the dashboard’s endpoints for purchases. */
export const purchaseEndpoints = (api: PurchasesApi): Endpoint[] => [
  getPurchasesEndpoint(api),
  postDeliverEndpoint(api),
  postDeclineEndpoint(api),
  postFoundEndpoint(api),
  getReceiptEndpoint(api),
  getKeySignInEndpoint(api),
  postKeySignInEndpoint(api),
  deleteKeySignInEndpoint(api),
];
