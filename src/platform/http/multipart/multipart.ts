import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { MIMEType } from 'node:util';
import { parse } from 'content-disposition';
import { freeChunk } from '../../../core/bytes/free-memory.ts';
import { MultipartParser, malformed } from './multipart-parser.ts';

export interface FilePart {
  source: Readable;
  fileName: string | undefined;
  contentType: string | undefined;
  /** Resolves when the whole body has been read; rejects when it is truncated or malformed after the file. */
  rest: Promise<void>;
  /** Aborted with the problem, before the source fails, when the body is truncated or malformed. */
  broken: AbortSignal;
}

/**
 * Finds the field `file` in a multipart/form-data body, streaming. The reader of its source keeps no reference to the
 * memory of a chunk.
 * @param body the request itself, or the stream into which it is piped
 * @throws NodeError `invalid_request`
 */
export function readFilePart(request: IncomingMessage, body: Readable): Promise<FilePart> {
  const boundary = boundaryOf(request.headers['content-type']);
  if (!boundary || boundary.length > maxBoundary)
    return Promise.reject(malformed('http.multipartWithoutBoundary'));
  return new Promise((resolve, reject) => {
    let file: Readable | undefined;
    const broken = new AbortController();
    const rest = new Promise<void>((finished, failed) => {
      const onPart = (head: string) => {
        const { name, fileName, contentType } = fieldOf(head);
        const isFile = fileName !== undefined || contentType === 'application/octet-stream';
        if (file || !isFile) return undefined;
        if (name !== 'file') throw malformed('http.multipartOtherField');
        file = parser.newPart();
        // The error may occur before the stream has a reader.
        file.on('error', () => {});
        resolve({ source: file, fileName, contentType, rest, broken: broken.signal });
        return file;
      };
      const parser = new MultipartParser(boundary, onPart, (chunk) => freeChunk(body, chunk));
      const fail = (error: Error) => {
        reject(error);
        failed(error);
        broken.abort(error);
        file?.destroy(error);
        body.unpipe(parser);
      };
      parser.on('error', fail);
      parser.on('finish', () => (file ? finished() : fail(malformed('http.multipartWithoutFile'))));
      request.once('close', () => {
        if (!request.complete) fail(malformed('http.bodyCutOff'));
      });
      body.pipe(parser);
    });
    rest.catch(() => {});
  });
}

/** Characters of a boundary (RFC 2046, 5.1.1); longer ones would make the search slow. */
const maxBoundary = 70;

function boundaryOf(contentType = ''): string | null {
  try {
    return new MIMEType(contentType).params.get('boundary');
  } catch {
    return null;
  }
}

/** Reads the headers of a part (RFC 7578, 4.2). */
function fieldOf(head: string): { name?: string; fileName?: string; contentType: string } {
  const headers = new Map<string, string>();
  for (const line of head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const colon = line.indexOf(':');
    headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  // Browsers do not escape backslashes, and do not use them to escape anything.
  const disposition = (headers.get('content-disposition') ?? '').replace(/\\(?!["\\])/g, '\\\\');
  const { type, parameters } = parse(disposition);
  const contentType = (headers.get('content-type') ?? 'text/plain').split(';', 1).join('').trim();
  return {
    ...(type === 'form-data' && parameters.name !== undefined && { name: parameters.name }),
    ...(type === 'form-data' && parameters.filename !== undefined && { fileName: parameters.filename }),
    contentType: contentType.toLowerCase(),
  };
}
