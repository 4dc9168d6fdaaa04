import { get as httpGet, type IncomingMessage } from 'node:http';
import { get as httpsGet } from 'node:https';
import type { TLSSocket } from 'node:tls';

const maxBytes = 64 * 1024;
const timeoutMs = 10_000;

export interface DocumentAnswer {
  status: number;
  /** Undefined when the response is not JSON. */
  document: unknown;
  /** Expiry of the certificate in milliseconds; undefined without one. */
  certificateUntil: number | undefined;
}

/** Reads a small document over a new connection; the certificate must be publicly trusted. */
export async function askDocument(url: string, signal: AbortSignal): Promise<DocumentAnswer> {
  const get = url.startsWith('https:') ? httpsGet : httpGet;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = get(url, { agent: false, timeout: timeoutMs, signal }, resolve);
    request.on('timeout', () => request.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })));
    request.on('error', reject);
  });
  const { valid_to } = (answer.socket as Partial<TLSSocket>).getPeerCertificate?.() ?? {};
  return {
    status: answer.statusCode ?? 0,
    document: parsed(await textOf(answer)),
    certificateUntil: valid_to === undefined ? undefined : Date.parse(valid_to),
  };
}

async function textOf(answer: IncomingMessage): Promise<string> {
  let text = '';
  answer.setEncoding('utf8');
  for await (const piece of answer) {
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
