import proxyAddr from 'proxy-addr';
import { message } from '../../../core/messages/message.ts';
import { SettingsError } from '../../../core/settings.ts';

/** Matches proxies with trusted `X-Forwarded-*` headers; throws SettingsError for an invalid address. */
export function trustIn(trustedProxies: readonly string[]): (address: string, hop: number) => boolean {
  try {
    return proxyAddr.compile([...trustedProxies]);
  } catch (cause) {
    throw new SettingsError(message('startup.trustedProxies', { error: (cause as Error).message }), {
      cause,
    });
  }
}
