import { createServer } from 'node:net';
import type { SettingName } from '../../contract/setting-names.ts';
import type { Settings } from '../../contract/settings.ts';
import { SettingsError } from '../../core/settings.ts';
import { trustIn } from '../../platform/http/guards/trusted-proxies.ts';
import { Admission, loadWalletApps } from '../auth/index.ts';
import { configuredPlatform } from '../chain/index.ts';
import { refused } from './settings-service.ts';

/** @param now how the node runs today: what it listens on is in use */
type Trial = (next: Settings, now: Settings) => unknown;

/** What a start would stumble over, by the settings that decide it. */
const trials: readonly (readonly [names: readonly SettingName[], trial: Trial])[] = [
  [['sign_in.list'], (next) => new Admission(next)],
  [['sign_in.wallets_file'], ({ sign_in }) => loadWalletApps(sign_in.wallets_file)],
  [['http.trusted_proxies'], ({ http }) => trustIn(http.trusted_proxies)],
  [
    ['chain.master_address'],
    ({ chain }) => chain.master_address !== undefined && configuredPlatform(chain.master_address),
  ],
  [['node.port', 'dashboard.port'], mustDiffer],
  [
    ['node.port', 'node.listen'],
    ({ node }, now) => listenOnce(node.port === now.node.port ? 0 : node.port, node.listen),
  ],
  [
    ['dashboard.port'],
    ({ dashboard: { port } }, now) => listenOnce(port === now.dashboard.port ? 0 : port, '127.0.0.1'),
  ],
];

/**
 * Tries what the schema cannot tell, so that the node starts again with these settings.
 * @throws NodeError `invalid_request`
 */
export async function tryOutSettings(
  next: Settings,
  changed: readonly SettingName[],
  now: Settings,
): Promise<void> {
  for (const [names, trial] of trials) {
    const name = names.find((one) => changed.includes(one));
    if (name === undefined) continue;
    try {
      await trial(next, now);
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      throw refused([{ name, message: error.message.replace(/\.$/, '') }]);
    }
  }
}

/** At the next start one of them would have to take another, which a public node cannot. */
function mustDiffer({ node, dashboard }: Settings): void {
  if (node.port !== 0 && node.port === dashboard.port)
    throw new SettingsError('The node API and the dashboard cannot both have this port');
}

function listenOnce(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (cause) =>
      reject(new SettingsError(`The node cannot listen there (${cause.message})`, { cause })),
    );
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}
