import type { ChainAnswer, ChainTransport } from '../chain-transport.ts';

/**
 * A hundred usual transactions take some hundred kilobytes. The largest message that the main network carries has
 * 256 KiB and is told twice, in base64: a page of 40 of them is still read, so that nobody can stop a reader by them.
 */
const maxAnswerBytes = 32 * 1024 * 1024;
const longestRetryAfterMs = 10_000;

/** The answer is longer than any honest one. */
export class AnswerTooLong extends Error {}

/**
 * JSON-RPC by HTTP. A redirect is an error, since the key would go with it.
 * @param endpoint a URL
 * @param apiKey toncenter's
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
    // Leaving the loop ends the connection.
    if (size > maxAnswerBytes) throw new AnswerTooLong();
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
