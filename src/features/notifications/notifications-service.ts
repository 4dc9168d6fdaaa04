import type { ActivityEntry } from '../../contract/dashboard-api/administration/activity.ts';
import {
  type NotificationList,
  notificationReason,
  type OwnerNotification,
} from '../../contract/dashboard-api/administration/notifications.ts';
import { type EntryGroup, groupEntries } from './group-entries.ts';
import type { SeenRepository } from './seen-repository.ts';

/** The newest entries of the activity log that concern the owner. */
export interface OwnerActivity {
  newestForOwner(reasons: readonly string[], maxOfEach: number): Promise<ActivityEntry[]>;
}

export interface NotificationsOptions {
  activity: OwnerActivity;
  seen: SeenRepository;
  /** Called when notifications were marked as seen. */
  onSeen: () => void;
  /** Returns title and first author of a content; undefined for an unknown one. */
  describe: (contentId: string) => { title: string; author: string | undefined } | undefined;
}

const maxNotifications = 30;
/** Limit of the entries that are read for each reason, and so of the files that one notification counts. */
const maxOfEach = 2000;

/** Makes notifications for the owner from the activity log. */
export class NotificationsService {
  readonly #options: NotificationsOptions;

  constructor(options: NotificationsOptions) {
    this.#options = options;
  }

  /** Returns the latest notifications, newest first. */
  async list(): Promise<NotificationList> {
    const { activity, seen } = this.#options;
    const groups = groupEntries(await activity.newestForOwner(notificationReason.options, maxOfEach));
    const { until, open } = seen.read();
    return {
      notifications: groups.slice(0, maxNotifications).map((group) => this.#toNotification(group, until)),
      seen_open: open,
    };
  }

  /** Marks notifications as seen, up to the one with the id `until`. */
  async markSeen({ until, open }: { until: string | null; open: string[] }): Promise<void> {
    await this.#options.seen.mark({ until: until === null ? 0 : Number.parseInt(until, 36), open });
    this.#options.onSeen();
  }

  #toNotification({ newest, count }: EntryGroup, until: number): OwnerNotification {
    const { id, at, subject, detail } = newest;
    const described = subject === null ? undefined : this.#options.describe(subject);
    const { price, buyer, time } = detail.params;
    return {
      id,
      reason: notificationReason.parse(detail.reason),
      at: typeof time === 'string' ? time : at,
      count,
      is_new: Number.parseInt(id, 36) > until,
      content_id: subject,
      title: described?.title ?? null,
      author: described?.author ?? null,
      price: typeof price === 'string' ? price : null,
      buyer: typeof buyer === 'string' ? buyer : null,
    };
  }
}
