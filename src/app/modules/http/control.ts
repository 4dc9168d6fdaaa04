import { RecoveryService } from '../../../features/recovery/index.ts';
import { platformCommands } from '../../chain/platform/platform-commands.ts';
import { commandsWithoutReplicas } from '../../cluster/without-replicas.ts';
import { controlFolders } from '../../http/control-folders.ts';
import type { Control } from '../../http/control-server.ts';
import { createControl, noEmbeddedChain } from '../../http/node-control.ts';
import type { NodeModules } from './node-modules.ts';

type Origin = 'dashboard' | 'command';

/** Creates the service for making and checking recovery files, for the dashboard or a command. */
export const recoveryFor = ({ base }: Pick<NodeModules, 'base'>, type: Origin): RecoveryService =>
  new RecoveryService({
    dataDir: base.dataDir,
    db: base.db,
    nodeSecret: base.nodeSecret,
    settingsStore: base.settingsStore,
    clock: base.clock,
    note: base.note,
    onChange: () => base.events.emit('recovery.changed'),
    actor: { type, name: '' },
  });

/** Creates the control of the running node; the dashboard uses parts of it. */
export function controlFor(
  modules: Pick<
    NodeModules,
    'base' | 'auth' | 'storage' | 'chain' | 'listeners' | 'monitoring' | 'watchedFolders'
  >,
  type: Origin,
): Control {
  const { base, auth, storage, chain, listeners } = modules;
  const { current } = chain;
  const control = createControl({
    tokens: auth.tokens,
    content: storage.content,
    dashboard: () => listeners.dashboard.newAddress(),
    onTokensChange: () => base.events.emit('tokens.changed'),
    note: base.note,
    chain: async () => {
      await current.started;
      const { embedded } = current.live;
      if (!embedded) throw noEmbeddedChain();
      return embedded;
    },
    market: () => {
      const { network, market, indexer } = current.live;
      return { network, market, status: indexer.state().status };
    },
    folders: controlFolders(modules.watchedFolders, storage.moveTo),
    recovery: recoveryFor(modules, type),
    chainCheck: modules.monitoring.chainCheck,
    platform: platformCommands(current),
    actor: { type, name: '' },
  });
  return base.state.isReplica ? { ...control, ...commandsWithoutReplicas } : control;
}
