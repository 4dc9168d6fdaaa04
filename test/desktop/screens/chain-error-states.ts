import type { ChainState, LocalWallet } from '../../../src/contract/dashboard-api/chain.ts';
import type { Item } from '../../../src/contract/dashboard-api/library/items.ts';
import type { MarketItem, MarketPage } from '../../../src/contract/dashboard-api/market.ts';
import type { Order, OrderPage } from '../../../src/contract/dashboard-api/orders.ts';
import type { OwnedLicence, Purchases } from '../../../src/contract/dashboard-api/purchases.ts';
import { message } from '../../../src/core/messages/message.ts';
import type { StandIns } from '../support/stand-ins.ts';

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const soon = new Date(Date.now() + 250_000).toISOString();
const addressOf = (letter: string) => `kQ${letter.repeat(46)}`;
const fileOf = (letter: string) => `bafkrei${letter.repeat(52)}`;
const longTitle =
  'Evening by the sea, recorded outside in the summer of last year, with all that was said between the takes, part 12';

const wallets: LocalWallet[] = [
  { payer: 'service_wallet', address: addressOf('s'), balance: '0', app: null, page_url: null },
  {
    payer: 'wallet',
    address: addressOf('w'),
    balance: '123456789123456789',
    app: 'A wallet app with a long name',
    page_url: null,
  },
];

const chain: ChainState = {
  network: 'testnet',
  state: 'unavailable',
  message: message('chain.unavailable', {
    service: 'testnet.a-service-with-a-long-name.example.org',
    why: message('chain.timeout'),
  }),
  endpoint: 'https://testnet.a-service-with-a-long-name.example.org/api/v2/jsonRPC',
  height: 31_415_926,
  platform: { address: addressOf('p'), state: 'unknown', source: 'https://studio.example.org' },
  wallets: wallets.map((wallet) => ({ ...wallet, balance: null })),
  has_faucet: false,
  costs: {
    ...{ register: '183400000', purchase: '67000000', least_price: '1000000', resale_share: 1000 },
  },
};

const song: MarketItem = {
  content_address: addressOf('a'),
  content_id: fileOf('a'),
  onchain_index: 0,
  title: longTitle,
  description: `What it sounds like when nobody speaks. ${'A long description. '.repeat(30)}`,
  authors: ['Ada Lovelace', 'An author with a rather long name, and a title'],
  hashtags: ['sea', 'summer', 'recordedoutsideinthesummeroflastyear'],
  content_type: 'audio/mpeg',
  size: 5_200_000,
  cover_url: null,
  cover_missing: false,
  collection_kind: null,
  preview_id: null,
  content_url: null,
  owner: addressOf('o'),
  mine: false,
  price: '1234567890123456789',
  resale_price: '9223372036854775807',
  allow_resale: true,
  downloadable: false,
  withdrawn: false,
  royalties: Array.from({ length: 10 }, (_, n) => ({ address: addressOf(String(n)), value: 333 + n })),
  created_at: ago(30),
  updated_at: ago(1),
  licences: [],
  offers: [
    { licence_address: addressOf('x'), owner: addressOf('1'), price: '20000000001', mine: false },
    { licence_address: addressOf('y'), owner: addressOf('2'), price: '900000000000', mine: true },
  ],
};

const own: MarketItem = {
  ...song,
  ...{ content_address: addressOf('c'), title: 'Withdrawn', withdrawn: true, mine: true },
  ...{ price: '1000000', licences: ['resale'] },
};
const items: MarketItem[] = [
  song,
  {
    ...song,
    ...{ content_address: addressOf('b'), content_id: null, title: '', description: '', authors: [] },
    ...{ content_type: '', size: null, price: '0', hashtags: [], royalties: [], offers: [] },
  },
  own,
];

const licence: OwnedLicence = {
  ...{ licence_address: addressOf('l'), kind: 'resale', owner: addressOf('w'), payer: 'wallet' },
  ...{
    price: '9223372036854775807',
    issued_at: ago(20),
    bought_at: ago(10),
    offer: '1234567890123456789',
    content: song,
  },
  ...{ decision: 'ordered', delivery: null, receipt: false },
};
const deliveries: OwnedLicence['delivery'][] = [
  { state: 'fetching', message: null, received: 734_003_200, size: 2_147_483_648, sign_in_hosts: [] },
  {
    ...{ state: 'waiting', received: 734_003_200, size: 734_003_200 },
    message: message('sharing.walletAppSignIn', { host: 'studio.example.org' }),
    sign_in_hosts: ['https://studio.example.org'],
  },
  {
    state: 'failed',
    message: {
      reason: 'licensing.sourceFailed',
      params: {
        host: 'https://studio.example.org',
        why: { reason: 'licensing.keyNotDeposited', params: {} },
      },
    },
    received: 0,
    size: null,
    sign_in_hosts: [],
  },
];
const licences = items.map(
  (content, n): OwnedLicence => ({
    ...licence,
    licence_address: addressOf(String(n)),
    content,
    decision: n === 0 ? 'accepted' : null,
    delivery: deliveries[n] ?? null,
    ...(n === 1 && { kind: 'listen', payer: null, price: '0', offer: null }),
  }),
);

const order: Order = {
  ...{ query_id: '1', kind: 'purchase', state: 'open', pay_with: 'wallet', title: longTitle },
  message: message('orders.wrongNetwork'),
  is_unsent: true,
  ...{ content_id: song.content_id, content_address: song.content_address, licence: 'listen' },
  ...{ price: song.price, amount: '1234567890190456789', created_at: ago(0.01), valid_until: soon },
  ...{ settled_at: null, transaction: null },
};
const settled = { message: null, is_unsent: false, settled_at: ago(2), created_at: ago(2) };
const orders: Order[] = [
  order,
  {
    ...order,
    query_id: '2',
    kind: 'register',
    is_unsent: false,
    message: message('orders.confirmInWallet'),
  },
  { ...order, ...settled, query_id: '3', kind: 'register', state: 'expired' },
  { ...order, ...settled, query_id: '4', state: 'refused', transaction: '5a'.repeat(32) },
  {
    ...{ ...order, ...settled, query_id: '5', kind: 'withdraw', state: 'confirmed', title: '' },
    ...{ pay_with: 'service_wallet', content_address: null, content_id: null, licence: null },
  },
];

/** An item that is only in the Store. */
const itemOf = (offer: MarketItem): Item => ({
  ...{ item_id: offer.content_address, content: null, offer, remote: null, author_address: offer.owner },
  ...{ collections: [], sales: null },
});

/** The page of one's own content. */
export const ownItem = `item/${addressOf('c')}`;
/** Path and title of the content with all features at once. */
export const troubledItem = `item/${song.content_address}`;
export const troubledTitle = longTitle;

/** An unreachable chain, with the longest and the shortest possible values. */
export const chainTroubles: StandIns = {
  '/local/chain': chain,
  '/local/market': { items, next_cursor: null, top_cursor: null, total: items.length } satisfies MarketPage,
  [`/local/market/${song.content_address}`]: song,
  [`/local/market/${own.content_address}`]: own,
  [`/local/items/${song.content_address}`]: itemOf(song),
  [`/local/items/${own.content_address}`]: itemOf(own),
  '/local/purchases': {
    licences,
    next_cursor: null,
    top_cursor: null,
    total: licences.length,
    counts: { kept: licences.length, given: 10_000, declined: 3, found: 2 },
  } satisfies Purchases,
  '/local/orders': { items: orders, next_cursor: null } satisfies OrderPage,
};
