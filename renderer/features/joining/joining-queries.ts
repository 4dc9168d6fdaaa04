import {
  type ChainCheckRequest,
  deleteChainCheck,
  getChainCheck,
  postChainCheck,
} from '../../../src/contract/dashboard-api/administration/chain-check.ts';
import { deletePractice, postPractice } from '../../../src/contract/dashboard-api/administration/practice.ts';
import {
  patchSettings,
  postRestart,
  type SettingsEdit,
} from '../../../src/contract/dashboard-api/administration/settings.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { useDashboardQuery } from '../../lib/api/use-dashboard-query.ts';
import { useChain } from '../chain/index.ts';
import { useOverview } from '../monitoring/index.ts';
import type { NetworkChoice } from './choices.ts';

/** Returns the last check of a network and its progress. */
export const useChainCheck = () =>
  useDashboardQuery(['chain_check'], getChainCheck, {}, { select: ({ check }) => check });

export const useStartCheck = () =>
  useChange('chain_check', (node, body: ChainCheckRequest) => node.call(postChainCheck, { body }));

export const useCancelCheck = () => useChange('chain_check', (node) => node.call(deleteChainCheck, {}));

/** Returns the network on which this node sells and buys now; undefined while that is loading. */
export function useChoiceInUse(): NetworkChoice | undefined {
  const network = useChain().data?.network;
  const overview = useOverview().data;
  if (network === undefined || overview === undefined) return undefined;
  if (network !== 'off' && network !== 'embedded') return network;
  return network === 'embedded' || overview.network.mode === 'practice' ? 'practice' : 'off';
}

export interface NetworkSwitch {
  to: NetworkChoice;
  from: NetworkChoice;
  edit: SettingsEdit | undefined;
  canRestart: boolean;
}

/** Changes the network on which this node sells and buys; the node restarts if its settings change. */
export function useSwitch() {
  return useChange('ready', async (node, { to, from, edit, canRestart }: NetworkSwitch) => {
    // If the node refuses the settings, nothing changes.
    if (edit) await node.call(patchSettings, { body: edit as object });
    if (to === 'practice') await node.call(postPractice, {});
    else if (from === 'practice') await node.call(deletePractice, {});
    if (edit && canRestart) await node.call(postRestart, {});
  });
}
