import { hostName } from '../../lib/format/host-name.ts';
import { shareHostName } from './sharing-labels.ts';
import { useShareHosts } from './sharing-queries.ts';

/** Returns a function to the name of a public node; the practice node is shown by a general name. */
export function useHostName(): (host: string) => string {
  const hosts = useShareHosts().data?.hosts;
  return (host) => {
    const known = hosts?.find((each) => each.host === host);
    return known ? shareHostName(known) : hostName(host);
  };
}

/** Returns a function to whether a public node is the practice node, whose links work only on this computer. */
export function useIsPracticeHost(): (host: string) => boolean {
  const hosts = useShareHosts().data?.hosts;
  return (host) => hosts?.find((each) => each.host === host)?.signed_in?.way === 'practice';
}
