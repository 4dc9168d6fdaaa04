import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

/** Words to search for, kept in the address so that one finds them there when one comes back. */
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
