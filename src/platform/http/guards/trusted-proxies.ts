import proxyAddr from 'proxy-addr';
import { SettingsError } from '../../../core/settings.ts';

/**
 * Matches the addresses of proxies whose `X-Forwarded-*` headers are trusted.
 * @throws SettingsError when `http.trusted_proxies` contains an invalid address
 */
export function trustIn(trustedProxies: readonly string[]): (address: string, hop: number) => boolean {
  try {
    return proxyAddr.compile([...trustedProxies]);
  } catch (cause) {
    throw new SettingsError(
      `http.trusted_proxies takes IP addresses and subnets such as 10.0.0.0/8: ${(cause as Error).message}.`,
      { cause },
    );
  }
}
