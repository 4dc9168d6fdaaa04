import type { ChainCheckRequest } from '../../../src/contract/dashboard-api/administration/chain-check.ts';
import type { SettingsEdit } from '../../../src/contract/dashboard-api/administration/settings.ts';
import type { SettingName } from '../../../src/contract/setting-names.ts';
import type { Settings } from '../../../src/contract/settings.ts';

/** The choices of a network on which a node sells and buys. */
export const networkChoices = ['off', 'practice', 'testnet', 'mainnet'] as const;
export type NetworkChoice = (typeof networkChoices)[number];

/** The networks that are reached through chain services, and that are checked before a node joins them. */
export type RealNetwork = Extract<NetworkChoice, 'testnet' | 'mainnet'>;
export const isReal = (choice: NetworkChoice): choice is RealNetwork =>
  choice === 'testnet' || choice === 'mainnet';

/** Input for the chain service; an empty text means the public service, or no new key. */
export interface ServiceInput {
  endpoint: string;
  key: string;
}

type ChainSettings = Pick<Settings['chain'], 'network' | 'endpoint'>;

/** Returns whether the services of the settings belong to another network. */
const isOfOther = ({ network }: ChainSettings, target: RealNetwork): boolean =>
  network !== target && isReal(network as NetworkChoice);

/** Returns the service that the settings name for a network. */
export const serviceOf = (now: ChainSettings, target: RealNetwork): string =>
  isOfOther(now, target) ? '' : (now.endpoint ?? '');

/** Returns whether the services of the settings are to be replaced. */
const isReplaced = (now: ChainSettings, target: RealNetwork, { endpoint }: ServiceInput): boolean =>
  isOfOther(now, target) || endpoint.trim() !== serviceOf(now, target);

export const isEndpoint = (text: string): boolean =>
  text.trim() === '' || (URL.canParse(text.trim()) && /^https?:$/.test(new URL(text.trim()).protocol));

/** Returns the check before a network is joined with this input. */
export function checkOf(now: ChainSettings, network: RealNetwork, input: ServiceInput): ChainCheckRequest {
  const endpoint = input.endpoint.trim() || null;
  return {
    network,
    ...(isReplaced(now, network, input) && { endpoint }),
    ...(input.key.trim() !== '' && { api_key: input.key.trim() }),
  };
}

/** Returns the change of settings that joins a network; undefined if none is needed. */
export function editOf(
  now: ChainSettings,
  choice: NetworkChoice,
  input: ServiceInput,
): SettingsEdit | undefined {
  if (!isReal(choice)) {
    const isKept = now.network === 'off' || (now.network === 'embedded' && choice === 'practice');
    return isKept ? undefined : { chain: { network: 'off' } };
  }
  const [endpoint, key] = [input.endpoint.trim(), input.key.trim()];
  const replaced = isReplaced(now, choice, input);
  if (now.network === choice && !replaced && key === '') return undefined;
  const reset: SettingName[] = replaced ? ['chain.endpoints', 'chain.quorum'] : [];
  if (replaced && endpoint === '') reset.push('chain.endpoint');
  if (replaced && key === '') reset.push('chain.api_key');
  if (isOfOther(now, choice)) reset.push('chain.master_address', 'chain.requests_per_second');
  return {
    chain: {
      network: choice,
      ...(replaced && endpoint !== '' && { endpoint }),
      ...(key !== '' && { api_key: key }),
    },
    reset,
  };
}
