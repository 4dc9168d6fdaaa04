import type { WalletApp } from './wallets.ts';

/** URL that the SDK uses for its wallets list. */
export const walletsListUrl = 'alcove:wallets';

const folderOf = (url: string): string => new URL(url.endsWith('/') ? url : `${url}/`).href;

const systemFetch = globalThis.fetch;

/**
 * Returns a `fetch` for the SDK that is restricted to the bridges of the wallets list. It returns redirects without
 * following them, because they could lead to other hosts.
 * @throws Error for an address outside the bridges
 */
export function createBridgeFetch(walletsNow: () => readonly WalletApp[]): typeof fetch {
  return async (input, init) => {
    const wallets = walletsNow();
    const url = input instanceof Request ? input.url : String(input);
    if (url === walletsListUrl) return Response.json(wallets.map(({ entry }) => entry));
    if (!wallets.some(({ bridgeUrl }) => url.startsWith(folderOf(bridgeUrl)))) {
      throw new Error('This address belongs to no bridge of the wallets list.');
    }
    return systemFetch(input, { ...init, redirect: 'manual' });
  };
}
