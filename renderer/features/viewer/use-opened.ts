import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getContentOpen } from '../../../src/contract/dashboard-api/licensing.ts';
import { useNode } from '../../lib/api/node-context.tsx';

/** Time before its expiry at which a link is renewed, in ms. */
const beforeItEnds = 90_000;

/** Returns the link to the plain file; it is renewed while the component is mounted. */
export function useOpened(contentId: string) {
  const node = useNode();
  const query = useQuery({
    queryKey: ['opened', contentId],
    queryFn: ({ signal }) => node.call(getContentOpen, { params: { id: contentId } }, { signal }),
    gcTime: 0,
  });
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
