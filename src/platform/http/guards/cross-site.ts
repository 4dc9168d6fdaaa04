import type { IncomingHttpHeaders } from 'node:http';
import { isLoopbackName } from './own-names.ts';

/** Returns the origin of the page that sent a request, if its browser reports it; `null` if the browser hides it. */
export function pageOrigin({ origin, referer }: IncomingHttpHeaders): string | undefined {
  if (origin !== undefined || referer === undefined) return origin;
  return URL.canParse(referer) ? new URL(referer).origin : 'null';
}

/**
 * Returns whether a request comes from a page of another site: by `Sec-Fetch-Site`, or by `Origin` or `Referer` where
 * browsers omit it (plain http outside loopback). A request without all three comes from a program.
 * @param host by which the client addressed the node
 */
export function isCrossSite(headers: IncomingHttpHeaders, host: string): boolean {
  switch (headers['sec-fetch-site']) {
    case 'same-origin':
      return false;
    case 'none':
      return headers.origin !== undefined && !isOriginOf(headers.origin, host);
    case 'same-site':
      // On loopback, `same-site` means other ports of this computer; for other names it includes hosts of the same
      // domain.
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
