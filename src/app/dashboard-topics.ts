import type { DashboardTopic } from '../contract/dashboard-api/events.ts';
import type { EventBus } from '../core/events/event-bus.ts';
import { Topics } from '../core/events/topics.ts';
import type { NodeEvents } from './events.ts';

/** Topics of each event; `staleAfter` of the dashboard decides which of its queries a topic reloads. */
const topicsOf: Partial<Record<keyof NodeEvents, readonly DashboardTopic[]>> = {
  'activity.written': ['activity'],
  'notifications.seen': ['notifications'],
  'settings.changed': ['settings'],
  'sign-in.changed': ['sign_in'],
  'tokens.changed': ['tokens'],
  'content.changed': ['content', 'overview', 'storage'],
  'media.changed': ['media'],
  'content.key-deposited': ['content'],
  'collections.changed': ['collections'],
  'watched-folders.changed': ['watched_folders', 'overview'],
  'blocks.changed': ['blocked'],
  'storage.checked': ['storage'],
  'storage.moved': ['storage'],
  'recovery.changed': ['storage'],
  'backup.changed': ['storage'],
  'peers.changed': ['peers', 'overview'],
  'conditions.changed': ['overview', 'index'],
  'transfers.changed': ['transfers'],
  'index.changed': ['index'],
  'sharing.changed': ['sharing', 'overview'],
  'purchases.changed': ['market'],
  'market.changed': ['market', 'content'],
  'orders.changed': ['orders'],
  'chain.changed': ['chain'],
  'chain-check.changed': ['chain_check'],
  'history.changed': ['history'],
  'onboarding.changed': ['overview'],
  'practice.changed': ['overview'],
};

/**
 * Returns the dashboard's topics; simultaneous events are announced once. The composition of the chain and
 * `NodeMonitor` subscribe to them as well, because they need no details of the events.
 */
export function dashboardTopics(events: EventBus<NodeEvents>): Topics<DashboardTopic> {
  const topics = new Topics<DashboardTopic>();
  for (const [name, changed] of Object.entries(topicsOf)) {
    events.on(name as keyof NodeEvents, () => {
      for (const topic of changed) topics.changed(topic);
    });
  }
  return topics;
}
