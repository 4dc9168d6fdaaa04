import type { ChainResponse, ChainTransport } from '../chain-transport.ts';
import { maxResponseBytes } from './response-limits.ts';

const longestRetryAfterMs = 10_000;

/** The response exceeds the size limit. */
export class TooManyBytes extends Error {}

/**
 * Creates a JSON-RPC transport over HTTP, which refuses redirects because they would forward the key.
 * @param endpoint a URL
 * @param apiKey key of toncenter
 */
export const httpTransport =
  (endpoint: string, apiKey: string | undefined): ChainTransport =>
  async (body, signal) => {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(apiKey && { 'X-API-Key': apiKey }) },
      body,
      redirect: 'error',
      signal,
    });
    const read: ChainResponse = {
      status: response.status,
      text: await textOf(response, maxResponseBytes(body)),
    };
    const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN) * 1000;
    return retryAfter >= 0 ? { ...read, retryAfterMs: Math.min(retryAfter, longestRetryAfterMs) } : read;
  };

async function textOf({ body }: Response, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.length;
    // Throwing in the loop closes the connection.
    if (size > maxBytes) throw new TooManyBytes();
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
