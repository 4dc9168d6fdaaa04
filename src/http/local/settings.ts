import { getLiveSettings, patchLiveSettings } from '../../contract/endpoints/local-network.ts';
import type { LiveSettings, LiveSettingsEdit } from '../../contract/local-network.ts';
import { defineEndpoint, type Endpoint, jsonBody } from '../endpoint.ts';

/** The settings that the dashboard changes while the node runs. */
export interface SettingsDesk {
  get(): LiveSettings;
  change(edit: LiveSettingsEdit): LiveSettings;
}

export const settingsEndpoints = (settings: SettingsDesk): Endpoint[] => [
  defineEndpoint({
    contract: getLiveSettings,
    limit: 'requests',
    handle: () => ({ status: 200, body: settings.get() }),
  }),
  defineEndpoint({
    contract: patchLiveSettings,
    limit: 'requests',
    body: jsonBody,
    handle: ({ body }) => ({ status: 200, body: settings.change(body) }),
  }),
];
