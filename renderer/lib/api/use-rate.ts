import { type ExchangeRate, getRate } from '../../../src/contract/dashboard-api/rates.ts';
import { useDashboardQuery } from './use-dashboard-query.ts';

const askEveryMs = 10 * 60 * 1000;

/** A known exchange rate. */
export type KnownRate = { currency: string; source: string } & NonNullable<ExchangeRate['rate']>;

/** Returns the exchange rate for approximate prices; null while these are off or the rate is unknown. */
export function useRate(): KnownRate | null {
  const { data } = useDashboardQuery(
    ['settings', 'rate'],
    getRate,
    {},
    {
      refetchInterval: ({ state }) => (state.data?.currency ? askEveryMs : false),
    },
  );
  if (!data?.currency || !data.rate) return null;
  return { currency: data.currency, source: data.source, ...data.rate };
}
