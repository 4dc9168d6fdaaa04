import { createServer } from 'node:net';
import type { SettingName } from '../../contract/setting-names.ts';
import type { Settings } from '../../contract/settings.ts';
import { inputErrorAt } from '../../core/messages/input-error.ts';
import { message } from '../../core/messages/message.ts';
import { SettingsError } from '../../core/settings.ts';
import { loadBucket } from '../../platform/blobs/s3/bucket-file.ts';
import { trustIn } from '../../platform/http/guards/trusted-proxies.ts';
import { Admission, loadWalletApps } from '../auth/index.ts';
import { configuredPlatform } from '../chain/index.ts';
import { clusterOf, refuseSharedSettings } from './cluster-settings.ts';
import { unchanged } from './settings-service.ts';

/**
 * @param now settings in use; their listening addresses are occupied
 * @param uses what the data folder of the node uses
 */
type Trial = (next: Settings, now: Settings, uses: SharedServices) => unknown;

/** Services of which the data folder is a part, so that the node cannot start without them. */
export interface SharedServices {
  /** Returns whether contents are in the bucket of `storage.s3_file`. */
  bucket: () => boolean;
  /** Returns whether the folder is that of a replica. */
  cluster: () => boolean;
}

/** Settings that replicas share, of which only some fit together. */
const sharedNames = ['chain.network', 'chain.endpoint', 'chain.endpoints'] as const;

/** Checks for problems of the next start, each with the settings that can cause them. */
const trials: readonly (readonly [names: readonly SettingName[], trial: Trial])[] = [
  [['sign_in.list'], (next) => new Admission(next)],
  [['sign_in.wallets_file'], ({ sign_in }) => loadWalletApps(sign_in.wallets_file)],
  [['storage.s3_file'], ({ storage }, _now, uses) => tryBucket(storage.s3_file, uses)],
  [
    [
      'node.cluster_file',
      'node.type',
      'storage.s3_file',
      'storage.folder',
      ...sharedNames,
      'network.practice',
    ],
    (next, _now, uses) => tryCluster(next, uses),
  ],
  [['http.trusted_proxies'], ({ http }) => trustIn(http.trusted_proxies)],
  [
    ['chain.master_address'],
    ({ chain }) => chain.master_address !== undefined && configuredPlatform(chain.master_address),
  ],
  [['node.port', 'dashboard.port'], mustDiffer],
  [
    ['node.port', 'node.listen'],
    ({ node }, now) =>
      listenOnce('node.listen, node.port', node.port === now.node.port ? 0 : node.port, node.listen),
  ],
  [
    ['dashboard.port'],
    ({ dashboard: { port } }, now) =>
      listenOnce('dashboard.port', port === now.dashboard.port ? 0 : port, '127.0.0.1'),
  ],
];

/**
 * Checks that the node can start with these settings, as far as the schema cannot.
 * @throws NodeError `invalid_request`
 */
export async function tryOutSettings(
  next: Settings,
  changed: readonly SettingName[],
  now: Settings,
  uses: SharedServices,
): Promise<void> {
  for (const [names, trial] of trials) {
    const name = names.find((one) => changed.includes(one));
    if (name === undefined) continue;
    try {
      await trial(next, now, uses);
    } catch (error) {
      throw asRefusal(name, error);
    }
  }
}

/**
 * Checks settings that replicas share, each of which another replica may have changed at the same time.
 * @throws NodeError `invalid_request`
 */
export function tryOutShared(next: Settings, changed: readonly SettingName[]): void {
  const name = sharedNames.find((one) => changed.includes(one));
  if (name === undefined) return;
  try {
    refuseSharedSettings(next);
  } catch (error) {
    throw asRefusal(name, error);
  }
}

const asRefusal = (name: SettingName, error: unknown): unknown =>
  error instanceof SettingsError ? unchanged(error.text, [inputErrorAt(`body.${name}`, error.text)]) : error;

function tryBucket(path: string | undefined, uses: SharedServices): void {
  if (path !== undefined) loadBucket(path);
  else if (uses.bucket()) throw new SettingsError('startup.s3FileUnset');
}

function tryCluster(next: Settings, uses: SharedServices): void {
  if (clusterOf(next)) refuseSharedSettings(next);
  else if (uses.cluster()) throw new SettingsError('startup.clusterFileUnset');
}

/** Refuses equal ports: one listener would use another port at the next start, which a public node cannot do. */
function mustDiffer({ node, dashboard }: Settings): void {
  if (node.port !== 0 && node.port === dashboard.port) throw new SettingsError('settings.portsEqual');
}

function listenOnce(settings: string, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (cause) =>
      reject(
        new SettingsError(message('startup.cannotListen', { settings, error: cause.message }), { cause }),
      ),
    );
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}
