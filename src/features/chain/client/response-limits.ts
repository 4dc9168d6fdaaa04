const KiB = 1024;

/**
 * Limits of responses in bytes, by the method of the request; a message has up to 256 KiB and appears twice, in base64.
 */
const maxBytes: Readonly<Record<string, number>> = {
  getTransactions: 4096 * KiB,
  getAddressInformation: 2048 * KiB,
};
const maxOtherBytes = 512 * KiB;

/**
 * Limit of the values in a document, because empty lists take fifty times their length in memory; a page of a hundred
 * transactions has some thousand values.
 */
const maxValues = 100_000;

/** Returns the limit of the response to a JSON-RPC request, in bytes. */
export const maxResponseBytes = (body: string): number => maxBytes[methodOf(body)] ?? maxOtherBytes;

/** @param body a JSON-RPC request of this node */
export function methodOf(body: string): string {
  const { method } = JSON.parse(body) as { method?: unknown };
  return typeof method === 'string' ? method : '';
}

const [quote, backslash] = [0x22, 0x5c];
/** `,`, `:`, `[` and `{`; one of them precedes each value except the first. */
const separators: ReadonlySet<number> = new Set([0x2c, 0x3a, 0x5b, 0x7b]);

/** Returns whether a JSON text has so few values that parsing it takes little time and memory. */
export function isParsable(text: string): boolean {
  let values = 1;
  for (let at = 0; at < text.length && values <= maxValues; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at + 1);
    else if (separators.has(code)) values += 1;
  }
  return values <= maxValues;
}

function endOfString(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === backslash) at += 1;
    else if (code === quote) return at;
  }
  return text.length;
}
