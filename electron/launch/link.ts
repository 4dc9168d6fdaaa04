import * as z from 'zod';

const contentAddress = z.string().regex(/^([A-Za-z0-9_-]{48}|(0|-1):[0-9a-fA-F]{64})$/);
/** A content id in any encoding; the node validates it. */
const contentHash = z.string().regex(/^[A-Za-z0-9]{43,64}$/);
const peerHost = z
  .string()
  .max(128)
  .regex(/^([A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9a-fA-F:]+\])(:\d{1,5})?$/);

/** The page of each kind of link. Showing a page never starts an action. */
const targets = z.union([
  z
    .object({ kind: z.enum(['content', 'market']), value: contentAddress })
    .transform(({ value }) => `/item/${encodeURIComponent(value)}`),
  z.object({ kind: z.literal('content'), value: contentHash }).transform(({ value }) => `/item/${value}`),
  z
    .object({ kind: z.literal('peer'), value: peerHost })
    .transform(({ value }) => `/node/peers?${new URLSearchParams({ add: value })}`),
]);

/** Limit of a link in characters, longer than any valid link. */
const maxLength = 300;

export const isLink = (text: string): boolean => /^alcove:/i.test(text);

/**
 * Returns the dashboard path of a link: `alcove://content/<address or hash>`, `alcove://market/<address>`,
 * `alcove://peer/<host>`. Any web page can open such a link.
 * @returns undefined for anything else
 */
export function pathOfLink(link: string): string | undefined {
  if (link.length > maxLength || !URL.canParse(link)) return undefined;
  const { protocol, host, pathname, username, password, port, search, hash } = new URL(link);
  if (protocol !== 'alcove:' || username + password + port + search + hash !== '') return undefined;
  return targets.safeParse({ kind: host, value: decoded(pathname.replace(/^\/|\/$/g, '')) }).data;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
