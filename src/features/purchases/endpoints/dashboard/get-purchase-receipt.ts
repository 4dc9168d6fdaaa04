import { getReceipt } from '../../../../contract/dashboard-api/purchases.ts';
import { defineEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { PurchasesApi } from './purchases-api.ts';

/** Sends the receipt of a licence as a file. */
export const getReceiptEndpoint = (api: PurchasesApi) =>
  defineEndpoint({
    contract: getReceipt,
    handle: ({ params }, { response }) => {
      const file = Buffer.from(api.receipt(params.address));
      response.writeHead(200, {
        'Content-Type': 'application/json',
        'Content-Length': file.length,
        'Content-Disposition': 'attachment; filename="receipt.json"',
        'Cache-Control': 'no-store',
      });
      response.end(file);
      return 'sent';
    },
  });
