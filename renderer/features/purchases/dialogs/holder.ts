import type { Payer } from '../../../../src/contract/dashboard-api/chain.ts';
import type { OwnedLicence } from '../../../../src/contract/dashboard-api/purchases.ts';

/** Returns the wallet that holds a licence if it is connected; no other wallet can use the licence. */
export function holderOf({ payer }: Pick<OwnedLicence, 'payer'>): readonly Payer[] {
  return payer === null ? [] : [payer];
}
