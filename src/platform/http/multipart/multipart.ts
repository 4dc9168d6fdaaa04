import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { ConstantMessageId } from '../../../contract/messages/message.ts';
import { inputErrorAt } from '../../../core/messages/input-error.ts';
import { NodeError } from '../../../core/node-error.ts';

export interface FilePart {
  source: Readable;
  fileName: string | undefined;
  contentType: string | undefined;
  /** Resolves when the whole body has been read; rejects when it is truncated or malformed after the file. */
  rest: Promise<void>;
  /** Aborted with the problem, before the source fails, when the body is truncated or malformed. */
  broken: AbortSignal;
}

const malformed = (text: ConstantMessageId) =>
  new NodeError('invalid_request', text, { errors: [inputErrorAt('body', 'http.isNotMultipart')] });

/**
 * Finds the field `file` in a multipart/form-data body, streaming.
 * @param body the request itself, or what it was piped through
 * @throws NodeError `invalid_request`
 */
export function readFilePart(request: IncomingMessage, body: Readable): Promise<FilePart> {
  return new Promise((resolve, reject) => {
    let parser: BusboyInstance;
    try {
      parser = new Busboy({
        headers: request.headers as { 'content-type': string },
        preservePath: true,
        limits: { files: 1, fields: 16, parts: 17, fieldSize: 4096, headerPairs: 32 },
      });
    } catch {
      return reject(malformed('http.multipartWithoutBoundary'));
    }
    let file: Readable | undefined;
    const broken = new AbortController();
    const rest = new Promise<void>((finished, failed) => {
      const fail = (error: Error) => {
        reject(error);
        failed(error);
        broken.abort(error);
        file?.destroy(error);
        body.unpipe(parser);
      };
      parser.on('file', (field, source, fileName, _encoding, contentType) => {
        // Registered first, because the reader of the file would treat the parser's error as an internal one.
        source.on('error', () => fail(malformed('http.multipartCutOff')));
        if (field !== 'file') return fail(malformed('http.multipartOtherField'));
        file = source;
        resolve({ source, fileName, contentType, rest, broken: broken.signal });
      });
      parser.on('error', () => fail(malformed('http.multipartMalformed')));
      parser.on('finish', () => {
        if (!file) return fail(malformed('http.multipartWithoutFile'));
        finished();
      });
      request.once('close', () => {
        if (!request.complete) fail(malformed('http.bodyCutOff'));
      });
    });
    rest.catch(() => {});
    body.pipe(parser);
  });
}
