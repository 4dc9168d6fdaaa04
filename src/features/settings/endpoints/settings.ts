import type * as z from 'zod';
import * as contracts from '../../../contract/endpoints/local-settings.ts';
import type { SettingsState, settingsEdit } from '../../../contract/local-settings.ts';
import { defineEndpoint, type Endpoint, jsonBody, ok } from '../../../platform/http/endpoint/endpoint.ts';

/** The settings as the dashboard sees and changes them. */
export interface SettingsDesk {
  state(): SettingsState;
  /** @throws NodeError `invalid_request` naming each setting that cannot be so; nothing changes then */
  edit(edit: z.infer<typeof settingsEdit>): Promise<SettingsState>;
  /** @throws NodeError `precondition_failed` where the process cannot restart the node */
  prepareRestart(): () => void;
}

const common = { limit: 'requests' } as const;

export const settingsEndpoints = (settings: SettingsDesk): Endpoint[] => [
  defineEndpoint({
    ...common,
    contract: contracts.getSettings,
    handle: () => ({ status: 200, body: settings.state() }),
  }),
  defineEndpoint({
    ...common,
    contract: contracts.patchSettings,
    body: jsonBody,
    handle: async ({ body }) => ({ status: 200, body: await settings.edit(body) }),
  }),
  defineEndpoint({
    ...common,
    contract: contracts.postRestart,
    handle: () => ({ ...ok, after: settings.prepareRestart() }),
  }),
];
