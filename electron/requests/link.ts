import * as z from 'zod';

const contentAddress = z.string().regex(/^([A-Za-z0-9_-]{48}|(0|-1):[0-9a-fA-F]{64})$/);
/** In any spelling of `anyContentId`; the node says whether it is one. */
const contentHash = z.string().regex(/^[A-Za-z0-9]{43,64}$/);
const peerHost = z
  .string()
  .max(128)
  .regex(/^([A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9a-fA-F:]+\])(:\d{1,5})?$/);

/** What a link names, and the page that shows it. No page does anything by being shown. */
const targets = z.union([
  z
    .object({ kind: z.enum(['content', 'market']), value: contentAddress })
    .transform(({ value }) => `/market/${encodeURIComponent(value)}`),
  z
    .object({ kind: z.literal('content'), value: contentHash })
    .transform(({ value }) => `/content/view/${value}`),
  z
    .object({ kind: z.literal('peer'), value: peerHost })
    .transform(({ value }) => `/peers?${new URLSearchParams({ add: value })}`),
]);

/** Longer than any link that there is. */
const longest = 300;

export const isLink = (text: string): boolean => /^alcove:/i.test(text);

/**
 * Where a link leads in the dashboard: `alcove://content/<address or hash>`, `alcove://market/<address>`,
 * `alcove://peer/<host>`. Any web page can open one.
 * @returns undefined for anything else
 */
export function pathOfLink(link: string): string | undefined {
  if (link.length > longest || !URL.canParse(link)) return undefined;
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
