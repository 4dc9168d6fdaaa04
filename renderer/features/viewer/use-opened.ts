import { useEffect } from 'react';
import { getContentOpen } from '../../../src/contract/dashboard-api/licensing.ts';
import { useNodeQuery } from '../../lib/api/use-node-query.ts';

/** Time before its expiry at which a link is renewed, in ms. */
const beforeItEnds = 90_000;

/** Returns the link to the plain file; it is renewed while the component is mounted. */
export function useOpened(contentId: string) {
  const input = { params: { id: contentId } };
  const query = useNodeQuery(['opened', contentId], getContentOpen, input, { gcTime: 0 });
  const { data, refetch } = query;
  useEffect(() => {
    if (!data) return;
    const timer = setTimeout(
      () => void refetch(),
      Math.max(1000, Date.parse(data.expires_at) - Date.now() - beforeItEnds),
    );
    return () => clearTimeout(timer);
  }, [data, refetch]);
  return query;
}
