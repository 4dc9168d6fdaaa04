import * as z from 'zod';

/** GET /local/events, a server-sent event stream: names a changed part, which the dashboard reloads; `ready` is first. */
export const dashboardEvent = z.object({
  topic: z.enum([
    'ready',
    'overview',
    'peers',
    'content',
    'media',
    'collections',
    'watched_folders',
    'tokens',
    'sign_in',
    'blocked',
    'activity',
    'notifications',
    'transfers',
    'storage',
    'index',
    'sharing',
    'settings',
    'chain',
    'chain_check',
    'market',
    'orders',
    'history',
  ]),
});
export type DashboardEvent = z.infer<typeof dashboardEvent>;

export type DashboardTopic = DashboardEvent['topic'];
