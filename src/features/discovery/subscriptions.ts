import type {
  PauseReason,
  Subscription,
  SubscriptionRequest,
} from '../../contract/dashboard-api/discovery.ts';
import type { ConstantMessageId, Message } from '../../contract/messages/message.ts';
import { type Clock, toTimestamp } from '../../core/clock.ts';
import { contentIdOf, parseContentId } from '../../core/content-id.ts';
import { requestId } from '../../core/ids.ts';
import { toMessage } from '../../core/messages/message.ts';
import { NodeError } from '../../core/node-error.ts';
import { requireTonAddress } from '../../core/ton/ton-address.ts';
import type { Obstacle, SubscribedContentRepository } from './repository/subscribed-content-repository.ts';
import type { SubscriptionRepository, SubscriptionRow } from './repository/subscription-repository.ts';

export interface SubscriptionServiceOptions {
  subscriptions: SubscriptionRepository;
  contents: SubscribedContentRepository;
  pausedBy: () => PauseReason[];
  /** Formats a raw TON address as in this node's responses. */
  formatAddress: (address: string) => string;
  clock: Clock;
  /** Called after every change. */
  onChange: () => void;
}

/** Messages by obstacle; the first that applies is shown. */
const obstacleMessages: [Obstacle, ConstantMessageId][] = [
  ['room', 'discovery.noSpace'],
  ['too_large', 'discovery.filesTooLarge'],
  ['invalid', 'discovery.filesInvalid'],
  ['nobody', 'discovery.filesNowhere'],
  ['failed', 'discovery.filesFailed'],
  ['cancelled', 'discovery.filesCancelled'],
  ['blocked', 'discovery.filesBlocked'],
  ['removed', 'discovery.filesRemoved'],
];

const pauseMessages: Record<PauseReason, ConstantMessageId> = {
  manual: 'discovery.pausedManually',
  metered: 'discovery.pausedMetered',
  battery: 'discovery.pausedBattery',
};

/** Manages subscriptions to owners, authors, hashtags and contents. */
export class SubscriptionService {
  readonly #options: SubscriptionServiceOptions;

  constructor(options: SubscriptionServiceOptions) {
    this.#options = options;
  }

  /** Lists the subscriptions, newest first. */
  list(): Subscription[] {
    return this.#options.subscriptions.all().map((row) => this.#toSubscription(row));
  }

  /** Returns the followed wallets as raw addresses, and the names of followed authors. */
  followed(): { owners: string[]; authors: string[] } {
    const valuesOf = (kind: SubscriptionRow['kind']) =>
      this.#options.subscriptions.all().flatMap((row) => (row.kind === kind ? [row.value] : []));
    return { owners: valuesOf('owner'), authors: valuesOf('author') };
  }

  /**
   * Adds a subscription; an existing one stays unchanged.
   * @throws NodeError `invalid_content_id`, `unsupported_content_id`, or `invalid_request` for an invalid address
   */
  add(request: SubscriptionRequest): Subscription {
    const { subscriptions, clock, onChange } = this.#options;
    const row = subscriptions.add(requestId(), request.kind, normalForm(request), clock());
    onChange();
    return this.#toSubscription(row);
  }

  /**
   * Ends a subscription; its contents become evictable, unless another one keeps them.
   * @throws NodeError `subscription_not_found`
   */
  end(id: string): void {
    const { subscriptions, onChange } = this.#options;
    if (!subscriptions.end(id)) throw new NodeError('subscription_not_found', 'discovery.subscriptionEnded');
    onChange();
  }

  #toSubscription({ id, kind, value, createdAt, matches, kept, keptBytes }: SubscriptionRow): Subscription {
    return {
      id,
      kind,
      value: this.#shown(kind, value),
      created_at: toTimestamp(createdAt),
      matches,
      stored: kept,
      stored_bytes: keptBytes,
      message: this.#message(id, matches > kept),
    };
  }

  #shown(kind: Subscription['kind'], value: string): string {
    if (kind === 'owner') return this.#options.formatAddress(value);
    return kind === 'content' ? contentIdOf(Buffer.from(value, 'hex')) : value;
  }

  #message(id: string, isIncomplete: boolean): Message | null {
    if (!isIncomplete) return null;
    const { contents, pausedBy } = this.#options;
    const [pause] = pausedBy();
    const reason = pause
      ? pauseMessages[pause]
      : obstacleMessages.find(([obstacle]) => contents.hasObstacle(id, obstacle))?.[1];
    return reason === undefined ? null : toMessage(reason);
  }
}

function normalForm({ kind, value }: SubscriptionRequest): string {
  if (kind === 'content') return parseContentId(value).hex;
  return kind === 'owner' ? requireTonAddress(value, 'body.value') : value;
}
