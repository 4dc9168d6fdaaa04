import type { ChainState } from '../../../../src/contract/dashboard-api/chain.ts';
import { lacksCover, type Publication, registrationOf } from '../publication.ts';

/** The steps of a sale, in their order. */
export const saleSteps = ['details', 'price', 'host', 'confirm'] as const;
export type SaleStep = (typeof saleSteps)[number];

/** Data that determines the valid steps of a sale; `hosts` is undefined until the available hosts are known. */
interface Sale {
  contentId: string;
  chain: ChainState;
  hosts: readonly string[] | undefined;
}

/** Returns the first step that is incomplete or invalid; the last step if none is. */
export function furthestStep(typed: Publication, sale: Sale): SaleStep {
  if (typed.title.trim() === '' || lacksCover(typed)) return 'details';
  if (registrationOf(typed, sale) === null) return 'price';
  const { host } = typed;
  // The selected host may have been removed meanwhile.
  return host === null || (host !== undefined && sale.hosts?.includes(host) !== false) ? 'confirm' : 'host';
}

/** Returns the step of a URL, at most `furthest`; a confirmed sale stays at the last step. */
export function stepOf(name: string | null, furthest: SaleStep, isConfirmed: boolean): SaleStep {
  if (isConfirmed) return 'confirm';
  const place = Math.max(0, (saleSteps as readonly (string | null)[]).indexOf(name));
  return saleSteps[Math.min(place, saleSteps.indexOf(furthest))] ?? 'details';
}

/** Returns the query of a step's URL. */
export const stepQuery = (step: SaleStep): string => (step === saleSteps[0] ? '' : `?step=${step}`);

/** Returns the step before or after another one; the same step if there is none. */
export function stepBeside(step: SaleStep, by: 1 | -1): SaleStep {
  return saleSteps[saleSteps.indexOf(step) + by] ?? step;
}
