import type { ChainState, LocalWallet, Payer } from '../../contract/dashboard-api/chain.ts';
import { NodeError } from '../../core/node-error.ts';
import { formatTonAddress, parseTonAddress, type RawAddress } from '../../core/ton/ton-address.ts';
import type { ChainApi, FeeWalletKeys } from '../../features/chain/index.ts';
import type { MarketApi } from '../../features/market/index.ts';
import type { OrdersApi } from '../../features/orders/index.ts';
import type { KeySignIns, PurchaseDelivery, PurchasesApi } from '../../features/purchases/index.ts';
import type { CurrentChain } from './current-chain.ts';
import type { RunningChain } from './running-chain.ts';

interface ConnectedApp {
  name: string;
  /** The page of the practice wallet app. */
  pageUrl?: string;
}

export interface ChainApiOptions {
  chain: CurrentChain;
  walletKeys: Pick<FeeWalletKeys, 'mnemonic'>;
  /** Returns both addresses in friendly form, computed without a chain. */
  addresses: () => Promise<{ node_address: string; master_address: string }>;
  delivery: Pick<PurchaseDelivery, 'deliver' | 'declined' | 'chainChanged' | 'receiptOf' | 'stateOf'>;
  keySignIns: KeySignIns;
  /** Starts to fetch a cover. */
  fetchCover: (sha256: Buffer) => void;
  /** Called when the purchases change. */
  onPurchases: () => void;
  /** Returns the app of the owner's connected wallet. */
  connectedApp: () => ConnectedApp | undefined;
}

const nothing = { items: [], next_cursor: null };

/** Creates the chain functions of the dashboard, for the current chain or none. */
export function createChainApi(options: ChainApiOptions): ChainApi & MarketApi & PurchasesApi & OrdersApi {
  const { chain, walletKeys, addresses, connectedApp, delivery, onPurchases } = options;
  return {
    state: async () => {
      const { running } = chain;
      return running ? stateOf(running, connectedApp()) : stateWithout(chain, await addresses());
    },
    faucet: async (payer, nanoTon) => {
      const { faucet, wallets } = chain.live;
      if (!faucet) throw new NodeError('not_implemented', 'chain.faucetEmbeddedOnly');
      const wallet = wallets().find((own) => own.payer === payer);
      if (!wallet) throw new NodeError('not_implemented', 'chain.walletNotConnected');
      await faucet(wallet.address, nanoTon);
    },
    mnemonic: async () => ({
      address: (await addresses()).node_address,
      words: await walletKeys.mnemonic(),
    }),
    ...marketApi(options),
    purchases: (page) =>
      chain.running?.marketService.purchases(page) ?? {
        licences: [],
        next_cursor: null,
        top_cursor: null,
        total: 0,
        counts: { kept: 0, given: 0, declined: 0, found: 0 },
      },
    deliver: async (address) => {
      const licence = licenceAddress(address);
      const { marketService } = chain.live;
      await marketService.decide(licence, 'accepted');
      delivery.deliver(licence);
      onPurchases();
      return marketService.owned(licence);
    },
    decline: async (address) => {
      const licence = licenceAddress(address);
      const { marketService } = chain.live;
      await marketService.decide(licence, 'declined');
      await delivery.declined(licence);
      onPurchases();
      return marketService.owned(licence);
    },
    decideFound: async (answer) => {
      await chain.live.marketService.decideFound(answer === 'deliver_all');
      delivery.chainChanged();
      onPurchases();
    },
    receipt: (address) => {
      const receipt = delivery.receiptOf(licenceAddress(address));
      if (receipt !== undefined) return receipt;
      throw new NodeError('not_found', 'chain.receiptNotFound');
    },
    ...keySignInApi(options),
    orders: ({ cursor, limit }) => chain.running?.orders.service.page(cursor, limit) ?? nothing,
    quote: async (request) => chain.live.orders.service.quote(request),
    order: async (request) => chain.live.orders.service.place(request),
  };
}

/** Creates the functions for the contents of the chain. */
const marketApi = ({ chain, fetchCover }: ChainApiOptions): MarketApi => ({
  market: (query) => chain.running?.marketService.page(query) ?? { ...nothing, top_cursor: null, total: 0 },
  marketItem: (address) => chain.live.marketService.item(address),
  sales: (query) => chain.running?.marketService.sales(query) ?? nothing,
  fetchCover: (address) => {
    const cover = chain.live.marketService.missingCover(address);
    if (cover) fetchCover(cover);
  },
});

/** Creates the functions for content keys that require the sign-in of a wallet app. */
const keySignInApi = ({
  delivery,
  keySignIns,
}: Pick<ChainApiOptions, 'delivery' | 'keySignIns'>): Pick<
  PurchasesApi,
  'keySignIn' | 'startKeySignIn' | 'cancelKeySignIn'
> => ({
  keySignIn: (address) => {
    const licence = licenceAddress(address);
    return {
      delivery: delivery.stateOf(licence).delivery,
      connection: keySignIns.connectionFor(licence) ?? null,
    };
  },
  startKeySignIn: (address, request) => keySignIns.start(licenceAddress(address), request),
  cancelKeySignIn: (address) => keySignIns.cancel(licenceAddress(address)),
});

function licenceAddress(text: string): RawAddress {
  const address = parseTonAddress(text);
  if (address !== undefined) return address;
  throw new NodeError('not_found', 'chain.licenceAddressInvalid');
}

async function stateOf(running: RunningChain, app: ConnectedApp | undefined): Promise<ChainState> {
  const { network, platform, indexer, platformDeployer, testOnly, faucet, embedded, endpoint } = running;
  const { status, message, height } = indexer.state();
  // A request from the dashboard triggers a retry, because the next automatic one may be minutes away.
  if (status === 'unavailable') indexer.poke();
  return {
    network,
    state: status,
    message: message ?? platformDeployer.message,
    endpoint: embedded ? null : endpoint(),
    height,
    platform: {
      address: formatTonAddress(platform.address, { bounceable: true, testOnly }),
      state: platformDeployer.state,
      source: platform.source,
    },
    wallets: await Promise.all(
      running
        .wallets()
        .filter((wallet): wallet is typeof wallet & { payer: Payer } => wallet.payer !== null)
        .map(
          async ({ address, payer }): Promise<LocalWallet> => ({
            payer,
            address: formatTonAddress(address, { bounceable: false, testOnly }),
            // Does not wait for an unreachable chain.
            balance: status === 'unavailable' ? null : await running.balanceOf(address),
            app: (payer === 'wallet' && app?.name) || null,
            page_url: (payer === 'wallet' && app?.pageUrl) || null,
          }),
        ),
    ),
    has_faucet: faucet !== undefined,
    costs: running.costs,
  };
}

const noCosts = {
  register: '0',
  purchase: '0',
  least_price: '0',
  resale_share: 0,
};

function stateWithout(
  { network, failure }: CurrentChain,
  { node_address, master_address }: { node_address: string; master_address: string },
): ChainState {
  const isOff = network === 'off';
  return {
    network,
    state: isOff ? 'off' : failure === undefined ? 'starting' : 'unavailable',
    message: failure ?? null,
    endpoint: null,
    height: 0,
    platform: { address: master_address, state: 'unknown', source: 'own' },
    wallets: [{ payer: 'service_wallet', address: node_address, balance: null, app: null, page_url: null }],
    has_faucet: false,
    costs: noCosts,
  };
}
