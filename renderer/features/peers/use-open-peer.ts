import { useCallback } from 'react';
import { useLocation, useSearchParams } from 'react-router';

const parameter = 'peer';

/** The peer whose details the address names, and how to close them. */
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

/** The address that shows a peer's details over the page of peers. */
export function usePeerAddress(): (host: string) => string {
  const { search } = useLocation();
  return useCallback(
    (host) => {
      const parameters = new URLSearchParams(search);
      parameters.set(parameter, host);
      return `/peers?${parameters}`;
    },
    [search],
  );
}
