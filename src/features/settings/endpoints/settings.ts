import type * as z from 'zod';
import {
  getSettings,
  patchSettings,
  postRestart,
  type SettingsState,
  type settingsEdit,
} from '../../../contract/dashboard-api/settings.ts';
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
    contract: getSettings,
    handle: () => ({ status: 200, body: settings.state() }),
  }),
  defineEndpoint({
    ...common,
    contract: patchSettings,
    body: jsonBody,
    handle: async ({ body }) => ({ status: 200, body: await settings.edit(body) }),
  }),
  defineEndpoint({
    ...common,
    contract: postRestart,
    handle: () => ({ ...ok, after: settings.prepareRestart() }),
  }),
];
