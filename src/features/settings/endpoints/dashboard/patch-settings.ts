import { patchSettings } from '../../../../contract/dashboard-api/administration/settings.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { SettingsService } from '../../settings-service.ts';

/** Changes settings. */
export const patchSettingsEndpoint = (settings: Pick<SettingsService, 'edit'>) =>
  jsonEndpoint(patchSettings, ({ body }) => settings.edit(body));
