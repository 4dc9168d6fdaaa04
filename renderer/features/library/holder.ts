import type { Payer } from '../../../src/contract/dashboard-api/chain.ts';
import type { OwnedLicence } from '../../../src/contract/dashboard-api/purchases.ts';

/** The only wallet that can do something with a licence: the one that holds it, where it is connected. */
export function holderOf({ payer }: Pick<OwnedLicence, 'payer'>): readonly Payer[] {
  return payer === null ? [] : [payer];
}
