import type { IncomingHttpHeaders } from 'node:http';
import { isLoopbackName } from './own-names.ts';

/** The origin of the page that a request comes from, as far as its browser tells; `null` where it hides it. */
export function pageOrigin({ origin, referer }: IncomingHttpHeaders): string | undefined {
  if (origin !== undefined || referer === undefined) return origin;
  return URL.canParse(referer) ? new URL(referer).origin : 'null';
}

/**
 * Whether a request comes from a page of another site: as `Sec-Fetch-Site` tells, and without it, as browsers leave it
 * out on plain http to anything but loopback, by `Origin` or `Referer`. What has none of the three is a program.
 * @param host by which the client addressed the node
 */
export function isCrossSite(headers: IncomingHttpHeaders, host: string): boolean {
  switch (headers['sec-fetch-site']) {
    case 'same-origin':
      return false;
    case 'none':
      return headers.origin !== undefined && !isOriginOf(headers.origin, host);
    case 'same-site':
      // Other ports of this computer's loopback; of any other name also neighbours under the same domain.
      return !isLoopbackName(host);
    case undefined: {
      const page = pageOrigin(headers);
      return page !== undefined && !isOriginOf(page, host);
    }
    default:
      return true;
  }
}

const isOriginOf = (origin: string, host: string): boolean =>
  [`http://${host}`, `https://${host}`].some((own) => URL.canParse(own) && new URL(own).origin === origin);
