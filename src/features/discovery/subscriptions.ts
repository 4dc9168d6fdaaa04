import type {
  PauseReason,
  Subscription,
  SubscriptionRequest,
} from '../../contract/dashboard-api/discovery.ts';
import { type Clock, toTimestamp } from '../../core/clock.ts';
import { contentIdOf, parseContentId } from '../../core/content-id.ts';
import { requestId } from '../../core/ids.ts';
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
const obstacleMessages: [Obstacle, string][] = [
  [
    'room',
    'There is no room for more copies: the limit for copies (storage.copies_bytes), the quota or the disk is full. Raise the limit or delete something; it goes on by itself then.',
  ],
  [
    'too_large',
    'Some contents are larger than this node takes (storage.max_upload_bytes). Raise that limit to keep them.',
  ],
  [
    'invalid',
    'Other nodes sent something else than some contents are. They are asked again later by themselves.',
  ],
  [
    'nobody',
    'Some contents are on no node that can be reached now. They are looked for again by themselves.',
  ],
  ['failed', 'Some contents could not be fetched. They are tried again by themselves.'],
  ['cancelled', 'Some transfers were cancelled. They begin again in some hours, unless you end this.'],
  ['blocked', 'Some contents are blocked on this node. Unblock them to keep them here.'],
  ['removed', 'Some contents were removed from this node. They are not fetched again.'],
];

const pauseMessages: Record<PauseReason, string> = {
  manual: 'Work with other nodes is paused. Resume it in the settings to go on.',
  metered: 'The connection is metered, so nothing is fetched. Allow it in the settings to go on.',
  battery: 'The computer runs on battery, so nothing is fetched. It goes on when it is plugged in.',
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

  /**
   * Adds a subscription; an existing one stays unchanged.
   * @throws NodeError `invalid_content_id`, `unsupported_content_id`, or `invalid_request` for an invalid address
   */
  add({ kind, value }: SubscriptionRequest): Subscription {
    const { subscriptions, clock, onChange } = this.#options;
    const row = subscriptions.add(
      requestId(),
      kind,
      normalForm({ kind, value } as SubscriptionRequest),
      clock(),
    );
    onChange();
    return this.#toSubscription(row);
  }

  /**
   * Ends a subscription; its contents become evictable, unless another one keeps them.
   * @throws NodeError `subscription_not_found`
   */
  end(id: string): void {
    const { subscriptions, onChange } = this.#options;
    if (!subscriptions.end(id)) {
      throw new NodeError(
        'subscription_not_found',
        'This subscription has ended already. Look at the list again.',
      );
    }
    onChange();
  }

  #toSubscription({ id, kind, value, createdAt, matches, kept, keptBytes }: SubscriptionRow): Subscription {
    return {
      id,
      kind,
      value: this.#shown(kind, value),
      created_at: toTimestamp(createdAt),
      matches,
      kept,
      kept_bytes: keptBytes,
      message: this.#message(id, matches > kept),
    };
  }

  #shown(kind: Subscription['kind'], value: string): string {
    if (kind === 'owner') return this.#options.formatAddress(value);
    return kind === 'content' ? contentIdOf(Buffer.from(value, 'hex')) : value;
  }

  #message(id: string, isIncomplete: boolean): string | null {
    if (!isIncomplete) return null;
    const { contents, pausedBy } = this.#options;
    const [pause] = pausedBy();
    if (pause) return pauseMessages[pause];
    return obstacleMessages.find(([obstacle]) => contents.hasObstacle(id, obstacle))?.[1] ?? null;
  }
}

function normalForm({ kind, value }: SubscriptionRequest): string {
  if (kind === 'content') return parseContentId(value).hex;
  return kind === 'owner' ? requireTonAddress(value, 'body.value') : value;
}
