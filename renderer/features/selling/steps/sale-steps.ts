import type { ChainState } from '../../../../src/contract/dashboard-api/chain.ts';
import { type Publication, registrationOf } from '../publication.ts';

/** The steps of a sale, in their order. */
export const saleSteps = ['details', 'price', 'host', 'confirm'] as const;
export type SaleStep = (typeof saleSteps)[number];

/** Returns the first step that is incomplete or invalid; the last one where none is. */
export function furthestStep(typed: Publication, sale: { contentId: string; chain: ChainState }): SaleStep {
  if (typed.title.trim() === '') return 'details';
  if (registrationOf(typed, sale) === null) return 'price';
  return typed.host === undefined ? 'host' : 'confirm';
}

/** Returns the step of a URL, at most `furthest`. */
export function stepOf(name: string | null, furthest: SaleStep): SaleStep {
  const place = Math.max(0, (saleSteps as readonly (string | null)[]).indexOf(name));
  return saleSteps[Math.min(place, saleSteps.indexOf(furthest))] ?? 'details';
}

/** Returns the query of a step's URL. */
export const stepQuery = (step: SaleStep): string => (step === saleSteps[0] ? '' : `?step=${step}`);

/** Returns the step before or after another one; that one where there is none. */
export function stepBeside(step: SaleStep, by: 1 | -1): SaleStep {
  return saleSteps[saleSteps.indexOf(step) + by] ?? step;
}
