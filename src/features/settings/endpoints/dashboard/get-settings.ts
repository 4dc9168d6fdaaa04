import { getSettings } from '../../../../contract/dashboard-api/administration/settings.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { SettingsService } from '../../settings-service.ts';

/** Returns all settings. */
export const getSettingsEndpoint = (settings: Pick<SettingsService, 'state'>) =>
  jsonEndpoint(getSettings, () => settings.state());
