import type { Endpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { SettingsService } from '../../settings-service.ts';
import { getSettingsEndpoint } from './get-settings.ts';
import { patchSettingsEndpoint } from './patch-settings.ts';
import { postRestartEndpoint } from './post-restart.ts';

/** Lists the endpoints of the settings. */
export const settingsEndpoints = (settings: SettingsService): Endpoint[] => [
  getSettingsEndpoint(settings),
  patchSettingsEndpoint(settings),
  postRestartEndpoint(settings),
];
