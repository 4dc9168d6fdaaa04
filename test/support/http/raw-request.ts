import { type IncomingHttpHeaders, type RequestOptions, request } from 'node:http';

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  json(): Record<string, unknown>;
}

/** Sends a request that `fetch` would not send: with any Host, header or path. */
export function rawRequest(
  url: string,
  options: RequestOptions & { body?: string | Buffer } = {},
): Promise<RawAnswer> {
  const { body, ...rest } = options;
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent: false, ...rest }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: bytes,
          json: () => JSON.parse(bytes.toString('utf8')) as Record<string, unknown>,
        });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
