import { Address } from '@ton/core';
import type { Payer } from '../../contract/dashboard-api/chain.ts';
import type { Order, OrderPage, OrderQuote, OrderRequest } from '../../contract/dashboard-api/orders.ts';
import { ownerId } from '../../core/caller.ts';
import type { Clock } from '../../core/clock.ts';
import { invalidCursor } from '../../core/lists/cursors.ts';
import { NodeError } from '../../core/node-error.ts';
import type { RawAddress } from '../../core/ton/ton-address.ts';
import type { ChainNetwork } from '../chain/index.ts';
import type { DeliveryRecipients } from './delivery-recipients.ts';
import type { ContractFees } from './drafts/contract-fees.ts';
import type { Draft } from './drafts/draft.ts';
import {
  buyOfferDraft,
  contentAt,
  offerDraft,
  purchaseDraft,
  transferDraft,
} from './drafts/licence-drafts.ts';
import { termsDraft, withdrawDraft } from './drafts/owner-drafts.ts';
import { neededFor, quoteOf } from './drafts/quote.ts';
import {
  prepareContent,
  preparedDraft,
  quotedRegistration,
  type RegisterContext,
  type Registration,
} from './drafts/register-draft.ts';
import type { LateOrders } from './late-orders.ts';
import type { OrderRecord } from './order.ts';
import type {
  ConnectedWallets,
  FollowedPlatforms,
  Market,
  OrderFees,
  StoredContents,
  WalletConnectionKey,
} from './order-context.ts';
import { orderResponse } from './order-responses.ts';
import { balanceOf, checkFunds, nodeWalletOf, type Payers, requireBalance } from './payers.ts';
import { placeOrder } from './place-order.ts';
import type { PlatformDeployer } from './platform-deployer.ts';
import type { OrderRepository } from './repository/order-repository.ts';
import type { WalletRequests } from './wallet-requests.ts';

export interface OrderServiceOptions {
  network: ChainNetwork;
  store: FollowedPlatforms;
  market: Market;
  contents: StoredContents;
  payers: Payers;
  fees: OrderFees;
  connected: ConnectedWallets;
  /** The dashboard's own connection to the owner's wallet. */
  ownersWallet: WalletConnectionKey;
  walletRequests: WalletRequests;
  orders: OrderRepository;
  contractFees: ContractFees;
  lateOrders: LateOrders;
  recipients: DeliveryRecipients;
  deployer: Pick<PlatformDeployer, 'draft' | 'wake'>;
  /** Checks that orders can be placed. @throws NodeError `chain_unavailable` */
  checkChain: () => Promise<void>;
  clock: Clock;
  onChange: () => void;
}

interface PayingWallet {
  raw: RawAddress;
  /** Returns the balance in nanograms. @throws NodeError `chain_unavailable` */
  balance(): Promise<bigint>;
}

/** Places the orders of the node's owner in the dashboard. */
export class OrderService {
  readonly #options: OrderServiceOptions;

  constructor(options: OrderServiceOptions) {
    this.#options = options;
  }

  /**
   * Places an order, and resolves once it is stored and handed to the wallet. Placing it again while it is open returns
   * the same order.
   * @throws NodeError errors of `postOrder`
   */
  async place(request: OrderRequest): Promise<Order> {
    const { network, orders, clock, onChange } = this.#options;
    const order =
      request.pay_with === 'wallet'
        ? await this.#askWallet(request)
        : await this.#send(request, request.pay_with);
    onChange();
    return orderResponse(orders.get(order.queryId) ?? order, network, clock);
  }

  /**
   * Returns the required balance of the wallet before anything is ordered.
   * @throws NodeError errors of `postOrdersQuote`
   */
  async quote(request: OrderRequest): Promise<OrderQuote> {
    const { payers } = this.#options;
    const payer = this.#payer(request.pay_with);
    if (request.kind === 'register') {
      await this.#options.checkChain();
      const asked = registrationOf(request);
      return quoteOf(await quotedRegistration(asked, this.#registerContext(payer.raw)), payers.fees);
    }
    const draft = await this.#drafts(request, payer);
    return quoteOf(draft(), payers.fees);
  }

  /** Returns a page, newest first. */
  page(cursor: string | undefined, limit: number): OrderPage {
    const { orders, network, clock } = this.#options;
    if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) throw invalidCursor();
    const before = cursor === undefined ? undefined : Number(cursor);
    const found = orders.page(undefined, before, limit + 1);
    const items = found.slice(0, limit);
    return {
      items: items.map((order) => orderResponse(order, network, clock)),
      next_cursor: found.length > limit ? String(items.at(-1)?.id) : null,
    };
  }

  async #send(request: OrderRequest, payWith: 'service_wallet' | 'practice_wallet'): Promise<OrderRecord> {
    const { payers } = this.#options;
    const nodeWallet = nodeWalletOf(payers, payWith);
    const draft = await this.#drafts(request, this.#payer(payWith));
    await checkFunds(payers, nodeWallet, draft());
    const order = await placeOrder(this.#options, draft, {
      user: ownerId,
      payWith,
      allowance: null,
      payer: nodeWallet.wallet.raw,
    });
    nodeWallet.outbox.wake();
    if (request.kind === 'platform') this.#options.deployer.wake();
    return order;
  }

  async #askWallet(request: OrderRequest): Promise<OrderRecord> {
    const { ownersWallet, walletRequests, payers } = this.#options;
    const payer = this.#payer('wallet');
    const draft = await this.#drafts(request, payer);
    await this.#options.lateOrders.check(ownerId, draft());
    requireBalance({ balance: await payer.balance(), promised: 0n, needed: neededFor(draft(), payers.fees) });
    const order = await placeOrder(this.#options, draft, {
      user: ownerId,
      payWith: 'wallet',
      allowance: null,
      payer: payer.raw,
    });
    await walletRequests.send(order, ownersWallet, payer.raw);
    return order;
  }

  /** @throws NodeError `wallet_required` */
  #payer(payWith: Payer): PayingWallet {
    const { payers, connected, ownersWallet } = this.#options;
    if (payWith !== 'wallet') {
      const nodeWallet = nodeWalletOf(payers, payWith);
      return { raw: nodeWallet.wallet.raw, balance: () => balanceOf(payers, nodeWallet) };
    }
    const raw = connected.of(ownersWallet);
    if (raw === undefined) throw new NodeError('wallet_required', 'orders.noWallet');
    return {
      raw,
      balance: async () => (await payers.chain.getContractState(Address.parseRaw(raw))).balance,
    };
  }

  /**
   * Validates a request, and returns a function that drafts it. The function validates it again when the order is
   * placed, because an earlier order for the same purpose may have been settled in the meantime.
   */
  async #drafts(request: OrderRequest, { raw, balance }: PayingWallet): Promise<() => Draft> {
    if (request.kind === 'platform') {
      const draft = await this.#options.deployer.draft();
      return () => draft;
    }
    if (request.kind !== 'withdraw') await this.#options.checkChain();
    if (request.kind === 'register') return this.#registration(request, raw);
    if (request.kind !== 'withdraw') {
      const draft = () => this.#draft(request, raw);
      await this.#options.contractFees.check(draft());
      return draft;
    }
    if (request.pay_with === 'wallet') throw new NodeError('wallet_required', 'orders.sendInWallet');
    const { network, payers } = this.#options;
    const draft = await withdrawDraft({ ...payers, network, balance: await balance() }, request);
    await payers.fees.refresh();
    return () => draft;
  }

  async #registration(
    request: Extract<OrderRequest, { kind: 'register' }>,
    payer: RawAddress,
  ): Promise<() => Draft> {
    const asked = registrationOf(request);
    const context = this.#registerContext(payer);
    const encrypted = await prepareContent(asked, context);
    return () => preparedDraft(asked, { ...context, encrypted });
  }

  #registerContext(payer: RawAddress): RegisterContext {
    const { network, market, contents, store, orders, contractFees, clock } = this.#options;
    return {
      ...{ market, contents, orders, contractFees, clock },
      ...{ platform: store.newest(), user: ownerId, recipient: payer },
      registrant: { network, wallet: payer },
    };
  }

  #draft(
    request: Exclude<OrderRequest, { kind: 'withdraw' | 'register' | 'platform' }>,
    payer: RawAddress,
  ): Draft {
    const { market } = this.#options;
    switch (request.kind) {
      case 'purchase':
        return atPrice(
          purchaseDraft(this.#options, contentAt(market, request.content_address), request.licence, payer),
          request.price,
        );
      case 'terms':
        return termsDraft(this.#options, request, payer);
      case 'offer':
        return offerDraft(this.#options, request.licence_address, request.price, payer);
      case 'buy_offer':
        return buyOfferDraft(this.#options, request.licence_address, request.price, payer);
      case 'transfer':
        return transferDraft(this.#options, request.licence_address, request.to, payer);
    }
  }
}

const registrationOf = (request: Extract<OrderRequest, { kind: 'register' }>): Registration => ({
  contentId: request.content_id,
  title: request.title,
  description: request.description ?? '',
  authors: request.authors ?? [],
  hashtags: request.hashtags ?? [],
  coverId: request.cover_id ?? '',
  previewId: request.preview_id ?? '',
  price: request.price,
  resalePrice: request.resale_price,
  allowResale: request.allow_resale,
  downloadable: request.downloadable,
  royalties: request.royalties,
  host: request.host,
});

/**
 * Checks the price that the user confirmed.
 * @throws NodeError `not_for_sale` when it has changed
 */
function atPrice(draft: Draft, shown: string | undefined): Draft {
  if (shown === undefined || draft.price === BigInt(shown)) return draft;
  throw new NodeError('not_for_sale', 'orders.priceChanged');
}
