import type { IncomingMessage } from 'node:http';
import { type RequestOptions, request } from 'node:https';

export interface HttpsAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
  json(): Record<string, unknown>;
}

/** Collects a response. */
export async function answerOf(response: IncomingMessage): Promise<HttpsAnswer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text,
    json: () => JSON.parse(text) as Record<string, unknown>,
  };
}

/** Sends a request and returns the response before its body: `fetch` can set no local address and no rate. */
export function openRequest(url: string, options: RequestOptions) {
  const sent = request(url, { agent: false, family: 4, ...options });
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve);
    sent.on('error', reject);
  });
  return { sent, response };
}

/** Sends a request and waits for the whole response. */
export async function httpsRequest(
  url: string,
  options: RequestOptions & { body?: string } = {},
): Promise<HttpsAnswer> {
  const { body, ...rest } = options;
  const { sent, response } = openRequest(url, rest);
  sent.end(body);
  return answerOf(await response);
}
