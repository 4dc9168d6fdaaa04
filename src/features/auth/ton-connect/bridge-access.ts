import type { WalletApp } from './wallets.ts';

/** URL that the SDK uses for its wallets list. */
export const walletsListUrl = 'alcove:wallets';

const folderOf = (url: string): string => new URL(url.endsWith('/') ? url : `${url}/`).href;

/** Restricts the worker's connections to the bridges of the wallets list. */
export class BridgeAccess {
  readonly #wallets: readonly WalletApp[];
  readonly #bridges: readonly string[];

  constructor(wallets: readonly WalletApp[]) {
    this.#wallets = wallets;
    this.#bridges = wallets.map(({ bridgeUrl }) => folderOf(bridgeUrl));
  }

  /**
   * Replaces `fetch` for the SDK. Redirects are returned and not followed, since they could lead anywhere.
   * @throws Error for an address outside the bridges
   */
  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const url = input instanceof Request ? input.url : String(input);
    if (url === walletsListUrl) return Response.json(this.#wallets.map(({ entry }) => entry));
    if (!this.#bridges.some((bridge) => url.startsWith(bridge))) {
      throw new Error('This address belongs to no bridge of the wallets list.');
    }
    return systemFetch(input, { ...init, redirect: 'manual' });
  };
}

const systemFetch = globalThis.fetch;
