import type { IncomingMessage } from 'node:http';
import { message } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';

/** A small body must arrive within this time, so that slow senders occupy no memory. */
const wholeBodyMs = 30_000;

const tooLarge = (maxBytes: number) =>
  new NodeError('payload_too_large', message('http.bodyTooLarge', { max: maxBytes }));

/** Refuses a body by its announced length, before anything is read. */
export function checkAnnouncedLength(request: IncomingMessage, maxBytes: number): void {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
}

/** Refuses an encoded body, which would be stored or parsed without decoding (RFC 9110, 8.4). */
export function checkContentCoding(request: IncomingMessage): void {
  const coding = request.headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (coding === '' || coding === 'identity') return;
  throw new NodeError('unsupported_media_type', 'http.bodyEncoded', {
    headers: { 'Accept-Encoding': 'identity' },
  });
}

/**
 * Reads a small body as UTF-8 text.
 * @throws NodeError `payload_too_large`, `request_timeout`, `invalid_request` when it is not UTF-8
 */
export function readText(request: IncomingMessage, maxBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const timer = setTimeout(
      () => finish(new NodeError('request_timeout', message('http.bodyTimeout', { limit: wholeBodyMs }))),
      wholeBodyMs,
    );
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) finish(tooLarge(maxBytes));
      else chunks.push(chunk);
    };
    const onEnd = () => finish();
    const onError = () => finish(new NodeError('invalid_request', 'http.bodyCutOff'));
    const finish = (error?: NodeError) => {
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd).off('error', onError).off('aborted', onError);
      if (error) return reject(error);
      try {
        const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
        resolve(utf8.decode(bytes));
      } catch {
        reject(new NodeError('invalid_request', 'http.bodyNotUtf8'));
      }
    };
    request.on('data', onData).on('end', onEnd).on('error', onError).on('aborted', onError);
  });
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
