import { Navigate } from 'react-router';
import { useChain } from '../../features/chain/index.ts';
import { paths } from '../../lib/paths.ts';

/** Opens the Store, or the free files while buying and selling is off. */
export function ExploreStart() {
  const { data, isError } = useChain();
  if (!data && !isError) return null;
  return <Navigate to={data && data.network !== 'off' ? paths.store : paths.free} replace />;
}
