import type { Commands } from '../../../platform/sqlite/commands.ts';
import type { Db } from '../../../platform/sqlite/database.ts';
import { GroupCommit } from '../../../platform/sqlite/group-commit.ts';
import { messageJson } from '../../../platform/sqlite/stored-message.ts';
import type { RecipientScope } from '../delivery-recipients.ts';
import {
  type AddRefusal,
  isSettledBy,
  type NewOrder,
  type OrderEnd,
  type OrderRecord,
  type OrderScope,
  type RegistrationToShare,
  type SettledRegistration,
  type SettlingEvent,
  type SignedMessage,
  type UnprovenPurchase,
  unsentReplies,
  type WalletReply,
} from '../order.ts';
import { OrderMaintenance } from './order-maintenance.ts';
import { type OrderRow, readOrder } from './order-rows.ts';
import { prepareReads, prepareWrites } from './order-statements.ts';

const dayMs = 24 * 60 * 60 * 1000;

type Wanted = Pick<NewOrder, 'terms' | 'recipient'>;
const isSame = (a: Wanted, b: Wanted): boolean => a.terms === b.terms && a.recipient === b.recipient;

interface AddLimits {
  spent?: bigint;
  open?: number;
}

/**
 * Stores the orders of one platform. What people, wallets and outboxes do is written by commands, of which each is one
 * transaction.
 */
export class OrderRepository {
  readonly maintenance: OrderMaintenance;
  readonly #scope: OrderScope;
  readonly #commands: Commands;
  readonly #job: Commands;
  readonly #read: ReturnType<typeof prepareReads>;
  readonly #write: ReturnType<typeof prepareWrites>;

  /** @param job runs the writes of whoever follows the chain and sends orders */
  constructor(db: Db, scope: OrderScope, commands: Commands = new GroupCommit(db), job = commands) {
    this.maintenance = new OrderMaintenance(db, scope, job);
    this.#scope = scope;
    this.#commands = commands;
    this.#job = job;
    this.#read = prepareReads(db);
    this.#write = prepareWrites(db);
  }

  /**
   * Adds an order, or returns the open one with the same purpose and terms, after replacing its host if a new one is
   * named. Refuses the order where an open one has the same purpose and other terms, unless the wallet of that one has
   * declined.
   * @param draft called in the command, perhaps again; checks that the order may be placed now
   * @param limits `spent`: nanograms that the allowance may pay in 24 hours, with fees; `open`: number of open orders
   *   of the user
   * @throws the errors of `draft`
   */
  add(draft: () => NewOrder, limits: AddLimits = {}): Promise<OrderRecord | AddRefusal> {
    return this.#commands.run((): OrderRecord | AddRefusal => {
      const order = draft();
      const open = this.open(order);
      if (open && !isSame(open, order)) return { refusedBy: 'other_terms', open };
      if (open) {
        if (order.shareHost !== null) this.#write.shareOn.run({ id: open.id, host: order.shareHost });
        return open;
      }
      if (limits.open !== undefined) {
        const crowd = this.#read.crowd.get({ ...this.#scope, user: order.user });
        if (crowd && crowd.count >= limits.open) {
          return { refusedBy: 'too_many', until: crowd.until ?? order.validUntil };
        }
      }
      if (order.allowance !== null && limits.spent !== undefined) {
        const left = limits.spent - this.#spentBy(order.allowance, order.createdAt - dayMs);
        if (order.amount + order.fees > left) return { refusedBy: 'limit', left: left > 0n ? left : 0n };
      }
      return readOrder(this.#write.insert.get({ ...order, ...this.#scope }) as OrderRow);
    });
  }

  /** Returns the open order for a purpose: one with the same terms, or else one that no wallet has declined. */
  open(wanted: Pick<NewOrder, 'user' | 'purpose' | 'terms' | 'recipient'>): OrderRecord | undefined {
    const { user, purpose } = wanted;
    const open = this.#read.openFor.all({ ...this.#scope, user, purpose }).map(readOrder);
    return (
      open.find((order) => isSame(order, wanted)) ??
      open.find(({ walletReply }) => walletReply === null || !unsentReplies.has(walletReply))
    );
  }

  get(queryId: string): OrderRecord | undefined {
    const row = this.#read.one.get({ ...this.#scope, queryId });
    return row && readOrder(row);
  }

  /**
   * Returns the address of a file that was registered by an order of this node.
   * @returns the content's address; null: not yet, or not on this platform; undefined: not ordered here
   */
  registrationOf(sha256: Buffer): string | null | undefined {
    return this.#read.registration.get({ ...this.#scope, sha256 })?.address;
  }

  /** Stores the public node that gets the file of a registration; null: no node, or its sharing is queued. */
  shareOn(id: number, host: string | null): Promise<void> {
    return this.#commands.run(() => void this.#write.shareOn.run({ id, host }));
  }

  /** Returns the registrations that were confirmed after a time of the chain, in milliseconds. */
  registeredSince(since: number): SettledRegistration[] {
    return this.#read.registeredSince.all({ ...this.#scope, since });
  }

  /** Returns the confirmed registrations whose sharing is not queued yet, oldest first. */
  toShare(): RegistrationToShare[] {
    return this.#read.toShare.all(this.#scope);
  }

  /** Returns whether a registration that this user ordered is on the chain. */
  hasRegistered(user: string, sha256: Buffer): boolean {
    return this.#read.registered.get({ ...this.#scope, user, sha256 }) !== undefined;
  }

  /** Returns the number of orders for a licence of a content for one wallet, in any state. */
  countForLicence(scope: RecipientScope): number {
    return this.#read.licences.get({ ...this.#scope, ...scope })?.count ?? 0;
  }

  /** Returns the confirmed purchases of a content that a user placed for wallets that they had not proven. */
  unprovenPurchases(user: string, content: string): UnprovenPurchase[] {
    return this.#read.unproven.all({ ...this.#scope, user, content });
  }

  /**
   * Returns a page of one user's or all orders, newest first.
   * @param before an order's `id`
   */
  page(user: string | undefined, before: number | undefined, limit: number): OrderRecord[] {
    return this.#read.page
      .all({ ...this.#scope, user: user ?? null, before: before ?? Number.MAX_SAFE_INTEGER, limit })
      .map(readOrder);
  }

  /** Returns the open orders that a wallet of this node sends, oldest first. */
  unsettledOf(payer: string): OrderRecord[] {
    return this.#read.unsettled.all({ ...this.#scope, payer }).map(readOrder);
  }

  /**
   * Stores the message that the wallet signed, before it is sent.
   * @returns false, without a change, where the order is no longer open, or the chain may still accept another message of
   *   the wallet
   */
  setSignedMessage(id: number, signature: SignedMessage): Promise<boolean> {
    return this.#job.run(() => this.#write.sign.run({ ...signature, id }).changes > 0);
  }

  /** Stores the transaction in which the wallet sent the internal message. */
  setSent(id: number, lt: bigint, transaction: Buffer): Promise<void> {
    return this.#job.run(() => void this.#write.sent.run({ id, lt, transaction }));
  }

  /** Stores that the contract accepted the message, and reopens an expired order, which only the event ends then. */
  setReceived(id: number, at: number): Promise<void> {
    return this.#commands.run(() => void this.#write.received.run({ id, at }));
  }

  /** Returns the last orders for a purpose that expired after `since` and that no wallet of this node signed. */
  expiredFor(user: string, purpose: string, since: number): OrderRecord[] {
    return this.#read.expiredFor.all({ ...this.#scope, user, purpose, since }).map(readOrder);
  }

  /**
   * Stores that a wallet is asked now.
   * @returns false, without a change, where one was asked before and may still sign, or the order has ended or expired
   */
  setAsked(id: number, at: number): Promise<boolean> {
    return this.#commands.run(() => this.#write.ask.run({ id, at }).changes > 0);
  }

  setReply(id: number, reply: WalletReply): Promise<void> {
    return this.#commands.run(() => void this.#write.reply.run(reply, id));
  }

  /** Ends an open order. */
  end(id: number, { state, at, note, transaction, isUnsigned }: OrderEnd): Promise<void> {
    const row = {
      ...{ id, state, at, note: messageJson(note ?? null), transaction: transaction ?? null },
      isUnsigned: isUnsigned ? 1 : 0,
    };
    return this.#job.run(() => void this.#write.end.run(row));
  }

  /**
   * Confirms the order that an event settles, in any state. Runs in the command that adds the event to the index, so it
   * settles once.
   * @param at milliseconds
   * @returns whether the event belongs to an order of this node
   */
  settle(event: SettlingEvent, at: number): boolean {
    const order = this.get(event.queryId.toString());
    if (!order || order.state === 'confirmed' || !isSettledBy(order, event)) return false;
    const content = event.kind === 'register' ? event.contract : null;
    this.#write.confirm.run({ id: order.id, at, content, transaction: event.transaction });
    return true;
  }

  #spentBy(allowance: string, since: number): bigint {
    return this.#read.spent.get({ network: this.#scope.network, allowance, since })?.nanoTon ?? 0n;
  }
}
