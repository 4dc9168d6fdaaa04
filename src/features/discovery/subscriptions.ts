import type {
  PauseReason,
  Subscription,
  SubscriptionRequest,
} from '../../contract/dashboard-api/discovery.ts';
import { type Clock, toTimestamp } from '../../core/clock.ts';
import { contentIdOf, parseContentId } from '../../core/content-id.ts';
import { requestId } from '../../core/ids.ts';
import { NodeError } from '../../core/node-error.ts';
import { parseTonAddress } from '../../core/ton/ton-address.ts';
import type { Obstacle, SubscribedContentRepository } from './repository/subscribed-contents.ts';
import type { SubscriptionRepository, SubscriptionRow } from './repository/subscription-repository.ts';

export interface SubscriptionsOptions {
  subscriptions: SubscriptionRepository;
  contents: SubscribedContentRepository;
  pausedBy: () => PauseReason[];
  /** Writes a raw TON address as this node's answers do. */
  showAddress: (address: string) => string;
  clock: Clock;
  /** Called after every change. */
  onChange: () => void;
}

/** What a person is told, the first that holds. */
const words: [Obstacle, string][] = [
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

const pauseWords: Record<PauseReason, string> = {
  manual: 'Work with other nodes is paused. Resume it in the settings to go on.',
  metered: 'The connection is metered, so nothing is fetched. Allow it in the settings to go on.',
  battery: 'The computer runs on battery, so nothing is fetched. It goes on when it is plugged in.',
};

/** Owners, authors, hashtags and contents whose files are kept here. */
export class Subscriptions {
  readonly #options: SubscriptionsOptions;

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
  }

  /** Newest first. */
  list(): Subscription[] {
    return this.#options.subscriptions.all().map((row) => this.#document(row));
  }

  /**
   * Keeps everything here that matches, from now on; what is subscribed to already stays as it is.
   * @throws NodeError `invalid_content_id`, `unsupported_content_id`, or `invalid_request` for what is no address
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
    return this.#document(row);
  }

  /**
   * What it kept goes when room is needed, unless another one keeps it.
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

  #document({ id, kind, value, createdAt, matches, kept, keptBytes }: SubscriptionRow): Subscription {
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
    if (kind === 'owner') return this.#options.showAddress(value);
    return kind === 'content' ? contentIdOf(Buffer.from(value, 'hex')) : value;
  }

  #message(id: string, isIncomplete: boolean): string | null {
    if (!isIncomplete) return null;
    const { contents, pausedBy } = this.#options;
    const [pause] = pausedBy();
    if (pause) return pauseWords[pause];
    return words.find(([obstacle]) => contents.hasObstacle(id, obstacle))?.[1] ?? null;
  }
}

function normalForm({ kind, value }: SubscriptionRequest): string {
  if (kind === 'content') return parseContentId(value).hex;
  if (kind !== 'owner') return value;
  const address = parseTonAddress(value);
  if (address !== undefined) return address;
  throw new NodeError('invalid_request', 'The owner is not a TON address. Copy it again from the wallet.', {
    errors: [{ path: 'body.value', message: 'is not a TON address' }],
  });
}
