import { useDebouncedValue } from '@mantine/hooks';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type ContentKind, contentKinds } from '../../../src/contract/dashboard-api/library/content-lists.ts';
import { type MarketSort, marketSorts } from '../../../src/contract/dashboard-api/market.ts';
import { readTon } from '../../ui/forms/ton-field.tsx';
import type { MarketSearch } from './market-queries.ts';

/** The values of the search fields as entered. */
export interface TypedSearch {
  q: string;
  from: string;
  to: string;
}

export interface ChosenSearch {
  kind: ContentKind | undefined;
  whose: 'mine' | null;
  sort: MarketSort;
}

const typedNames = ['q', 'from', 'to'] as const;
const nothingTyped: TypedSearch = { q: '', from: '', to: '' };

/** Returns the filters of the market, which are in the URL for back navigation. */
export function useMarketSearch() {
  const [params, setParams] = useSearchParams();
  const [typed, setTyped] = useState<TypedSearch>(() => ({
    q: params.get('q') ?? '',
    from: params.get('from') ?? '',
    to: params.get('to') ?? '',
  }));
  const [settled] = useDebouncedValue(typed, 250);
  const chosen = useMemo<ChosenSearch>(
    () => ({
      kind: contentKinds.find((kind) => kind === params.get('kind')),
      whose: params.get('whose') === 'mine' ? 'mine' : null,
      sort: marketSorts.find((sort) => sort === params.get('sort')) ?? 'newest',
    }),
    [params],
  );
  const search = useMemo(() => searchOf(settled, chosen), [settled, chosen]);

  useEffect(() => {
    if (typedNames.every((name) => (params.get(name) ?? '') === settled[name].trim())) return;
    setParams(
      (current) => {
        for (const name of typedNames) write(current, name, settled[name].trim());
        return current;
      },
      { replace: true },
    );
  }, [settled, params, setParams]);

  const type = useCallback(
    (change: Partial<TypedSearch>) => setTyped((current) => ({ ...current, ...change })),
    [],
  );
  const choose = useCallback(
    (name: keyof ChosenSearch, value: string | null) =>
      setParams(
        (current) => {
          write(current, name, value ?? '');
          return current;
        },
        { replace: true },
      ),
    [setParams],
  );
  const clear = useCallback(() => {
    setTyped(nothingTyped);
    setParams({}, { replace: true });
  }, [setParams]);

  return {
    typed,
    chosen,
    search,
    isNarrowed:
      typedNames.some((name) => typed[name] !== '') || chosen.kind !== undefined || chosen.whose !== null,
    type,
    choose,
    clear,
  };
}

function write(params: URLSearchParams, name: string, value: string): void {
  if (value === '') params.delete(name);
  else params.set(name, value);
}

function searchOf({ q, from, to }: TypedSearch, { kind, whose, sort }: ChosenSearch): MarketSearch {
  const min = readTon(from);
  const max = readTon(to);
  return {
    q: q.trim(),
    ...(kind && { kind }),
    ...(whose && { whose }),
    sort,
    ...(min !== null && { min_price: String(min) }),
    ...(max !== null && { max_price: String(max) }),
  };
}
