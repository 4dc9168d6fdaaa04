import { useCallback, useEffect } from 'react';
import { getAccessLink } from '../../../src/contract/dashboard-api/licensing.ts';
import { useDashboardQuery } from '../../lib/api/use-dashboard-query.ts';

/** Time in ms before the expiry of a link at which it is renewed. */
const beforeItEndsMs = 90_000;

/**
 * Returns the link to the plain file, renewed while the component is mounted; `renew` resolves with another link.
 * @param contentId null: requests nothing
 * @param refetchOnMount `always` checks again whether the content may be opened, even if the player has a link
 */
export function useAccessLink(contentId: string | null, refetchOnMount: boolean | 'always' = true) {
  const input = { params: { id: contentId ?? '' } };
  const query = useDashboardQuery(['access-link', contentId], getAccessLink, input, {
    gcTime: 0,
    refetchOnMount,
    enabled: contentId !== null,
  });
  const { data, refetch } = query;
  useEffect(() => {
    if (!data) return;
    const timer = setTimeout(
      () => void refetch(),
      Math.max(1000, Date.parse(data.expires_at) - Date.now() - beforeItEndsMs),
    );
    return () => clearTimeout(timer);
  }, [data, refetch]);
  const renew = useCallback(async () => (await refetch()).data?.url, [refetch]);
  return { query, renew };
}
