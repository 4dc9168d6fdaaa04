import { patchSettings } from '../../../../contract/dashboard-api/administration/settings.ts';
import { defineEndpoint, jsonBody } from '../../../../platform/http/endpoint/endpoint.ts';
import type { SettingsService } from '../../settings-service.ts';

/** Changes settings. */
export const patchSettingsEndpoint = (settings: Pick<SettingsService, 'edit'>) =>
  defineEndpoint({
    contract: patchSettings,
    limit: 'requests',
    body: jsonBody,
    handle: async ({ body }) => ({ status: 200, body: await settings.edit(body) }),
  });
