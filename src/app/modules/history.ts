import { HistoryRepository, NodeHistory } from '../../features/monitoring/index.ts';
import { ChangesOfOthers } from '../cluster/changes-of-others.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { NodeBase } from './base.ts';
import type { Listeners } from './listeners.ts';
import type { Storage } from './storage/storage.ts';

/**
 * Creates the history of traffic and storage. It is created before the network and therefore written after the network
 * has stopped.
 */
export function createHistory(
  life: Lifecycle,
  { db, state, traffic, events, clock, loggerOf }: NodeBase,
  { meter }: Listeners,
  { content }: Storage,
): NodeHistory {
  const history = new NodeHistory({
    traffic,
    clock,
    logger: loggerOf('history'),
    repository: new HistoryRepository(db, state.isReplica ? state.commands : undefined),
    count: () => meter.count(),
    totals: () => content.catalogue.totals(),
    onChange: () => events.emit('history.changed'),
  });
  state.commands.follow(new ChangesOfOthers({ history: () => events.emit('history.changed') }));
  life.use('history', { start: () => history.start(), stop: () => history.stop() });
  return history;
}
