import type { ChainAnswer, ChainTransport } from '../chain-transport.ts';

/**
 * A hundred usual transactions take some hundred kilobytes. The largest message of the main network has 256 KiB and
 * appears twice, in base64. The limit admits a page of 40 of them so that large messages cannot stop a reader.
 */
const maxAnswerBytes = 32 * 1024 * 1024;
const longestRetryAfterMs = 10_000;

/** The response exceeds the size limit. */
export class AnswerTooLong extends Error {}

/**
 * Creates a JSON-RPC transport over HTTP. Redirects are errors because they would forward the key.
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
    const answer: ChainAnswer = { status: response.status, text: await textOf(response) };
    const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN) * 1000;
    return retryAfter >= 0 ? { ...answer, retryAfterMs: Math.min(retryAfter, longestRetryAfterMs) } : answer;
  };

async function textOf({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.length;
    // Throwing in the loop closes the connection.
    if (size > maxAnswerBytes) throw new AnswerTooLong();
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
