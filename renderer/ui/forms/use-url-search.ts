import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

/** Returns the search text; it is kept in the URL for back navigation. */
export function useUrlSearch() {
  const [params, setParams] = useSearchParams();
  const [typed, setTyped] = useState(() => params.get('q') ?? '');
  const [search] = useDebouncedValue(typed.trim(), 250);
  useEffect(() => {
    if ((params.get('q') ?? '') === search) return;
    setParams(
      (current) => {
        if (search === '') current.delete('q');
        else current.set('q', search);
        return current;
      },
      { replace: true },
    );
  }, [search, params, setParams]);
  return { typed, setTyped, search };
}
