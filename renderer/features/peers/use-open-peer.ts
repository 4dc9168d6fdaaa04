import { useCallback } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { paths } from '../../lib/paths.ts';

const parameter = 'peer';

/** Returns the peer whose details the URL selects, and a function that closes them. */
export function useOpenPeer(): { host: string | null; close(): void } {
  const [parameters, setParameters] = useSearchParams();
  const close = () =>
    setParameters(
      (current) => {
        current.delete(parameter);
        return current;
      },
      { replace: true },
    );
  return { host: parameters.get(parameter), close };
}

/** Returns a function that makes the path of the page that shows a peer's details. */
export function usePeerPath(): (host: string) => string {
  const { search } = useLocation();
  return useCallback(
    (host) => {
      const parameters = new URLSearchParams(search);
      parameters.set(parameter, host);
      return `${paths.peers}?${parameters}`;
    },
    [search],
  );
}
