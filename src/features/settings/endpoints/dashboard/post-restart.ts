import { postRestart } from '../../../../contract/dashboard-api/administration/settings.ts';
import { defineEndpoint, ok } from '../../../../platform/http/endpoint/endpoint.ts';
import type { SettingsService } from '../../settings-service.ts';

/** Restarts the node after the response. */
export const postRestartEndpoint = (settings: Pick<SettingsService, 'prepareRestart'>) =>
  defineEndpoint({
    contract: postRestart,
    handle: () => ({ ...ok, after: settings.prepareRestart() }),
  });
