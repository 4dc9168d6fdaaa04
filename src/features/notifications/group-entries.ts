import type { ActivityEntry } from '../../contract/dashboard-api/administration/activity.ts';
import type { NotificationReason } from '../../contract/dashboard-api/administration/notifications.ts';

/** Entries that form one notification, with the newest of them. */
export interface EntryGroup {
  newest: ActivityEntry;
  count: number;
}

/** Maximum time between entries about files that share a notification. */
const groupMs = 10 * 60_000;
const grouped: ReadonlySet<string> = new Set<NotificationReason>([
  'activity.uploaded',
  'activity.followedDownloaded',
  'activity.damageFound',
  'activity.missingFound',
  'activity.repaired',
]);

/** Groups entries about several files; entries and groups are sorted newest first. */
export function groupEntries(entries: readonly ActivityEntry[]): EntryGroup[] {
  const groups: EntryGroup[] = [];
  const latest = new Map<string, { group: EntryGroup; oldestAt: number }>();
  for (const entry of entries) {
    const { reason } = entry.detail;
    const at = Date.parse(entry.at);
    const before = latest.get(reason);
    if (before && grouped.has(reason) && before.oldestAt - at <= groupMs) {
      before.group.count += 1;
      before.oldestAt = at;
    } else {
      const group = { newest: entry, count: 1 };
      groups.push(group);
      latest.set(reason, { group, oldestAt: at });
    }
  }
  return groups;
}
