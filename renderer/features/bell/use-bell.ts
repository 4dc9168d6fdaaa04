import { useMutation } from '@tanstack/react-query';
import {
  getNotifications,
  postNotificationsSeen,
} from '../../../src/contract/dashboard-api/administration/notifications.ts';
import { useDashboardClient } from '../../lib/api/dashboard-client-context.tsx';
import { useDashboardQuery } from '../../lib/api/use-dashboard-query.ts';
import { shell } from '../../lib/shell/shell.ts';
import { useOverview } from '../monitoring/index.ts';
import { useUpdateState } from '../updates/index.ts';
import type { BellItem } from './bell-item.ts';
import { logItem } from './log-items.ts';
import { openItems } from './open-items.ts';

export interface Bell {
  /** The open notices, then the latest notifications, newest first; undefined before the node has responded. */
  items: BellItem[] | undefined;
  error: Error | null;
  reload: () => void;
  /** Marks everything as seen, on the node, because the app and browsers share this state. */
  markSeen: () => void;
}

/** Returns the lines of the bell; events of the node update them. */
export function useBell(): Bell {
  const node = useDashboardClient();
  const { data, error, refetch } = useDashboardQuery(['notifications'], getNotifications, {});
  const notices = useOverview().data?.notices;
  const update = useUpdateState(shell).data;
  const open = data && notices && openItems({ notices, update, seen: data.seen_open });
  const { mutate } = useMutation({
    mutationFn: (body: { until: string | null; open: string[] }) =>
      node.call(postNotificationsSeen, { body }),
  });
  return {
    items: open && [...open, ...data.notifications.map(logItem)],
    error,
    reload: () => void refetch(),
    markSeen: () =>
      mutate({ until: data?.notifications[0]?.id ?? null, open: (open ?? []).map(({ key }) => key) }),
  };
}
