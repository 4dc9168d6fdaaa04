import { getSettings } from '../../../../contract/dashboard-api/administration/settings.ts';
import { defineEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { SettingsService } from '../../settings-service.ts';

/** Returns all settings. */
export const getSettingsEndpoint = (settings: Pick<SettingsService, 'state'>) =>
  defineEndpoint({
    contract: getSettings,
    limit: 'requests',
    handle: () => ({ status: 200, body: settings.state() }),
  });
