import type { Caller } from '../../core/caller.ts';
import type { Clock } from '../../core/clock.ts';
import { NodeError } from '../../core/node-error.ts';
import type { RawAddress } from '../../core/ton/ton-address.ts';
import type { DeliveryRecipients } from './delivery-recipients.ts';
import type { ContractFees } from './drafts/contract-fees.ts';
import type { Draft } from './drafts/draft.ts';
import { contentAt, purchaseDraft } from './drafts/licence-drafts.ts';
import { prepareContent, preparedDraft, type Registration } from './drafts/register-draft.ts';
import { invalid, wholeAmount } from './drafts/terms.ts';
import type {
  IntentList,
  NewContentMessage,
  NewContentRequest,
  PurchaseMessage,
  PurchaseRequest,
} from './endpoints/chain-messages.ts';
import type { LateOrders } from './late-orders.ts';
import type { NewOrder, OrderRecord } from './order.ts';
import type { FollowedPlatforms, Market, OrderFees, OrderSettings, StoredContents } from './order-context.ts';
import { commonOrderFields } from './order-responses.ts';
import { checkFunds, type Payers } from './payers.ts';
import { placeOrder } from './place-order.ts';
import type { OrderRepository } from './repository/order-repository.ts';
import { type WalletRequests, walletMessage } from './wallet-requests.ts';

export interface WebOrderServiceOptions extends OrderSettings {
  store: FollowedPlatforms;
  market: Market;
  contents: StoredContents;
  payers: Payers;
  fees: OrderFees;
  /** Returns the wallet in use that a user has proven. */
  walletOf: (user: string) => RawAddress | undefined;
  /** Returns the wallet in use that a user named without a proof. */
  unprovenWalletOf: (user: string) => RawAddress | undefined;
  walletRequests: WalletRequests;
  orders: OrderRepository;
  contractFees: ContractFees;
  lateOrders: LateOrders;
  recipients: DeliveryRecipients;
  /** Checks that orders can be placed. @throws NodeError `chain_unavailable` */
  checkChain: () => Promise<void>;
  clock: Clock;
  onChange: () => void;
}

/** Message for the web client when this node's own wallet pays and the client sends nothing. */
const paidByNode = { address: 'free', amount: '0', payload: '' } as const;
const maxListed = 100;
/**
 * Validity of a registration that the web client itself shows to a wallet; as long as clients wait for the wallet.
 * Until then its user cannot register the file with other terms, because the wallet may still send the first message.
 */
const ownRegistrationMs = 2 * 60_000;
/** Limit of the open orders of a user, including those that a wallet has not answered. */
const maxOpen = 50;

/** Places the orders of web clients and of programs with a token. */
export class WebOrderService {
  readonly #options: WebOrderServiceOptions;

  constructor(options: WebOrderServiceOptions) {
    this.#options = options;
  }

  /** @throws NodeError errors of `postNewContentMessage` */
  async newContent(caller: Caller, asked: NewContentRequest): Promise<NewContentMessage> {
    const { network, payers, market, contents, store, orders, contractFees, clock, limits } = this.#options;
    await this.#options.checkChain();
    const allowance = this.#allowanceOf(caller, asked.pay_with, limits().sponsor_registrations);
    const recipient = this.#recipientOf(allowance, caller);
    if (allowance === 'sponsor' && recipient === null) {
      throw new NodeError('wallet_required', 'orders.ownerNeeded');
    }
    const wallet = allowance === null ? recipient : payers.fee.wallet.raw;
    const context = {
      ...{ market, contents, orders, contractFees, clock, recipient },
      ...{ platform: store.newest(), user: caller.user },
      registrant: wallet === null ? undefined : { network, wallet },
    };
    const registration = registrationOf(asked);
    try {
      const encrypted = await prepareContent(registration, context);
      const draft = () => preparedDraft(registration, { ...context, encrypted });
      return await this.#place(caller, draft, allowance);
    } catch (error) {
      throw asInvalidContent(error);
    }
  }

  /** @throws NodeError errors of `postPurchaseContent`; `already_licensed` also for the owner of the content */
  async purchase(caller: Caller, asked: PurchaseRequest): Promise<PurchaseMessage> {
    const { market, contents, contractFees } = this.#options;
    await this.#options.checkChain();
    const { sha256, allowResale, owner } = contentAt(market, asked.content_address);
    // This node would not deliver a blocked content.
    for (const file of sha256 ? [sha256, contents.plainOf(sha256) ?? sha256] : [])
      if (contents.isBlocked(file)) throw new NodeError('blocked', 'content.blocked');
    // Clients request `resale` even where it is not offered.
    const licence = allowResale ? asked.license_type : 'listen';
    const allowance = this.#allowanceOf(caller, asked.pay_with, false);
    const proven = this.#recipientOf(allowance, caller);
    const recipient = proven ?? this.#options.unprovenWalletOf(caller.user) ?? null;
    if (owner === recipient) throw new NodeError('already_licensed', 'orders.alreadyOwner');
    const draft = () =>
      purchaseDraft(this.#options, contentAt(market, asked.content_address), licence, recipient, proven);
    await contractFees.check(draft());
    const message = await this.#place(caller, draft, allowance);
    return { ...message, license_type: licence };
  }

  /** Returns the caller's registrations and purchases, newest first. */
  listOf(caller: Caller): IntentList {
    const { orders, contents, network } = this.#options;
    // Hides the plain file from a buyer, who gets only its address where somebody else sells it here.
    const hasToBeHidden = ({ kind, sha256 }: OrderRecord) =>
      kind === 'purchase' && sha256 !== null && contents.isRestricted(sha256);
    const items = orders
      .page(caller.user, undefined, maxListed)
      .filter(({ kind }) => kind === 'register' || kind === 'purchase')
      .map((order) => ({
        ...commonOrderFields(hasToBeHidden(order) ? { ...order, sha256: null } : order, network),
        kind: order.kind as 'register' | 'purchase',
        license_type: order.licence,
      }));
    return { items };
  }

  #allowanceOf(
    caller: Caller,
    payWith: 'service_wallet' | undefined,
    isSponsored: boolean,
  ): NewOrder['allowance'] {
    if (payWith === undefined) return isSponsored ? 'sponsor' : null;
    if (caller.principal.startsWith('token:')) return 'token';
    throw new NodeError('insufficient_scope', 'orders.tokenNeeded');
  }

  /** Returns the recipient: this node for programs of the owner, otherwise the caller's proven wallet. */
  #recipientOf(allowance: NewOrder['allowance'], { user }: Caller): RawAddress | null {
    const { payers, walletOf } = this.#options;
    return allowance === 'token' ? payers.fee.wallet.raw : (walletOf(user) ?? null);
  }

  /**
   * Places an order.
   * @param draft validates the request; it runs again when the order is placed, because an earlier order for the same
   *   may have been settled in the meantime
   */
  async #place(
    caller: Caller,
    draft: () => Draft,
    allowance: NewOrder['allowance'],
  ): Promise<NewContentMessage> {
    const { payers, limits, walletOf, network, clock, onChange } = this.#options;
    const wallet = walletOf(caller.user);
    if (allowance !== null) await checkFunds(payers, payers.fee, draft());
    else await this.#options.lateOrders.check(caller.user, draft());
    const { sponsor_daily_limit, token_daily_limit } = limits();
    const wanted = draft();
    const isClientAsking = allowance === null && !this.#canAsk(caller, wallet);
    const order = await placeOrder(this.#options, draft, {
      user: caller.user,
      payWith: allowance && 'service_wallet',
      allowance,
      payer: allowance ? payers.fee.wallet.raw : (wallet ?? null),
      validMs: isClientAsking && wanted.kind === 'register' ? ownRegistrationMs : undefined,
      limits: {
        spent: BigInt(allowance === 'sponsor' ? sponsor_daily_limit : token_daily_limit),
        open: maxOpen,
      },
    });
    onChange();
    const ids = { query_id: order.queryId, valid_until: Math.floor(order.validUntil / 1000) };
    // An open order that is requested again keeps its payer.
    if (order.payWith === 'service_wallet') {
      payers.fee.outbox.wake();
      return { ...paidByNode, ...ids };
    }
    if (order.validUntil <= clock()) throw new NodeError('order_open', 'orders.expiredUnconfirmed');
    const isAsked = wallet !== undefined && (await this.#sendToWallet(caller, order, wallet));
    return {
      ...walletMessage(order, network),
      ...ids,
      ...(isAsked && { message: 'Transaction requested' }),
    };
  }

  #canAsk({ user, sessionId }: Caller, wallet: RawAddress | undefined): boolean {
    if (sessionId === undefined || wallet === undefined) return false;
    return this.#options.walletRequests.reaches({ user, sessionId }, wallet);
  }

  async #sendToWallet({ user, sessionId }: Caller, order: OrderRecord, wallet: RawAddress): Promise<boolean> {
    if (sessionId === undefined) return false;
    return this.#options.walletRequests.send(order, { user, sessionId }, wallet);
  }
}

function registrationOf(asked: NewContentRequest): Registration {
  return {
    contentId: asked.content,
    title: asked.title,
    description: asked.description,
    authors: asked.authors,
    hashtags: (asked.hashtags ?? []).map((tag) => tag.replace(/^#/, '')),
    coverId: asked.image,
    previewId: asked.preview ?? '',
    price: wholeAmount('price', asked.price),
    resalePrice: wholeAmount('resaleLicensePrice', asked.resaleLicensePrice),
    allowResale: asked.allowResale,
    downloadable: asked.downloadable ?? true,
    royalties: asked.royaltyParams,
  };
}

/** Converts `content_not_found` to an invalid request, which web clients expect. */
function asInvalidContent(error: unknown): unknown {
  const isMissing = error instanceof NodeError && error.code === 'content_not_found';
  return isMissing ? invalid('content', 'orders.isNotStored') : error;
}
