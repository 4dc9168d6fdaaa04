import { hostName } from '../../lib/format/host-name.ts';
import { shareHostName } from './sharing-labels.ts';
import { useShareHosts } from './sharing-queries.ts';

/** Returns a function that names a public node; the practice node has no name of its own. */
export function useHostName(): (host: string) => string {
  const hosts = useShareHosts().data?.hosts;
  return (host) => {
    const known = hosts?.find((each) => each.host === host);
    return known ? shareHostName(known) : hostName(host);
  };
}
