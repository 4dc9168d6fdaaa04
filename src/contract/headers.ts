/** Description of a header in the interface. */
interface HeaderDescription {
  description: string;
  example: string;
}

/** Request headers defined by HTTP itself, which need no schema per endpoint. */
export const requestHeaders = {
  Range: { description: 'One byte range; several ranges return the whole file', example: 'bytes=0-1023' },
  'If-Range': {
    description: '`ETag` or `Last-Modified` of the client’s partial copy: `Range` applies only if it matches',
    example: '"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"',
  },
  'If-None-Match': {
    description: '`ETag` of the client’s copy; 304 if it is current',
    example: '"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"',
  },
  'If-Modified-Since': {
    description: '`Last-Modified` of the client’s copy; 304 if it is current',
    example: 'Sat, 31 Jan 2026 12:00:00 GMT',
  },
  'If-Match': {
    description: '`ETag` that must match',
    example: '"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"',
  },
  'If-Unmodified-Since': {
    description: '`Last-Modified` that must match',
    example: 'Sat, 31 Jan 2026 12:00:00 GMT',
  },
  'Cache-Control': {
    description: '`only-if-cached`: use stored contents only, do not contact other nodes',
    example: 'only-if-cached',
  },
} as const satisfies Record<string, HeaderDescription>;

export type RequestHeader = keyof typeof requestHeaders;

/** Response headers for clients; scripts of allowed web pages may read them (`cors.ts`). */
export const responseHeaders = {
  'X-Request-Id': {
    description: 'Id of this request, also in `instance` of its problem and in the log',
    example: 'V1StGXR8_Z5j',
  },
  ETag: {
    description: 'Strong validator: the hash of the file',
    example: '"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"',
  },
  'Last-Modified': {
    description: 'Time at which the file was stored',
    example: 'Sat, 31 Jan 2026 12:00:00 GMT',
  },
  'Accept-Ranges': { description: '`Range` is supported', example: 'bytes' },
  'Cache-Control': {
    description: 'Cache lifetime of the response',
    example: 'public, max-age=31536000, immutable',
  },
  'Content-Disposition': {
    description: 'File name; `attachment` for types that a browser could run',
    example: 'inline; filename="song.mp3"',
  },
  'Content-Length': { description: 'Size of this answer in bytes', example: '1024' },
  'Content-Range': {
    description: 'The returned range, and the size of the file',
    example: 'bytes 0-1023/52428800',
  },
  'Repr-Digest': {
    description: 'RFC 9530: hash of the whole file, also for a range',
    example: 'sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:',
  },
  Location: {
    description: 'URL of the stored file',
    example:
      'http://127.0.0.1:8471/api/v1/storage/bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku',
  },
  'X-Current-Size': { description: 'Bytes stored so far: the start of the next part', example: '83886080' },
  Deprecation: {
    description: 'RFC 9745: start of the deprecation, in Unix seconds',
    example: '@1767225600',
  },
  Link: {
    description: 'Documentation of the deprecation',
    example: '</api/openapi.json>; rel="deprecation"; type="application/json"',
  },
  'WWW-Authenticate': { description: 'The required authentication', example: 'Bearer realm="alcove"' },
  'Retry-After': { description: 'Seconds to wait before the next attempt', example: '5' },
  'Accept-Encoding': { description: 'Supported content codings of a body', example: 'identity' },
  Allow: { description: 'For 405: the methods of this path', example: 'GET, HEAD, OPTIONS' },
} as const satisfies Record<string, HeaderDescription>;

export type ResponseHeader = keyof typeof responseHeaders;
