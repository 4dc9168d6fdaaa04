import { get as httpGet, type IncomingMessage } from 'node:http';
import { get as httpsGet } from 'node:https';
import type { TLSSocket } from 'node:tls';

const maxBytes = 64 * 1024;
const timeoutMs = 10_000;

export interface DocumentResponse {
  status: number;
  /** Undefined when the response is not JSON. */
  document: unknown;
  /** Expiry of the certificate in milliseconds; undefined without one. */
  certificateUntil: number | undefined;
}

/** Reads a small document over a new connection; the certificate must be publicly trusted. */
export async function askDocument(url: string, signal: AbortSignal): Promise<DocumentResponse> {
  const get = url.startsWith('https:') ? httpsGet : httpGet;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = get(url, { agent: false, timeout: timeoutMs, signal }, resolve);
    request.on('timeout', () => request.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })));
    request.on('error', reject);
  });
  const { valid_to } = (response.socket as Partial<TLSSocket>).getPeerCertificate?.() ?? {};
  return {
    status: response.statusCode ?? 0,
    document: parsed(await textOf(response)),
    certificateUntil: valid_to === undefined ? undefined : Date.parse(valid_to),
  };
}

async function textOf(response: IncomingMessage): Promise<string> {
  let text = '';
  response.setEncoding('utf8');
  for await (const piece of response) {
    text += piece;
    if (text.length > maxBytes) return '';
  }
  return text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
