import { useDebouncedValue } from '@mantine/hooks';
import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import {
  type ContentSource,
  contentSources,
} from '../../../../src/contract/dashboard-api/library/content-lists.ts';

/** Returns search text and source, which are in the URL for back navigation. */
export function useUrlFilter() {
  const [params, setParams] = useSearchParams();
  const [typed, setTyped] = useState(() => params.get('q') ?? '');
  const [search] = useDebouncedValue(typed.trim(), 250);
  const set = useCallback(
    (name: string, value: string) =>
      setParams(
        (current) => {
          if (value === '') current.delete(name);
          else current.set(name, value);
          return current;
        },
        { replace: true },
      ),
    [setParams],
  );
  useEffect(() => {
    if ((params.get('q') ?? '') !== search) set('q', search);
  }, [search, params, set]);
  const source = contentSources.find((each) => each === params.get('source'));
  const setSource = (chosen: ContentSource | undefined) => set('source', chosen ?? '');
  return { typed, setTyped, search, source, setSource };
}
