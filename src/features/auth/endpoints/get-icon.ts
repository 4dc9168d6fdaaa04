import { getIcon } from '../../../contract/node-api/auth.ts';
import { pngEndpoint } from '../../../platform/http/endpoint/png-endpoint.ts';
import icon from './icon.json' with { type: 'json' };

/** Sends the icon that wallets show. */
export const getIconEndpoint = () => pngEndpoint(getIcon, icon.png);
