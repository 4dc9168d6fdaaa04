/** Description of a header in the interface. */
interface HeaderDescription {
  description: string;
  example: string;
}

/** Request headers defined by HTTP itself, which need no schema per endpoint. */
export const requestHeaders = {
  Range: { description: 'One range of bytes; several are answered with the whole', example: 'bytes=0-1023' },
  'If-Range': {
    description: '`ETag` or `Last-Modified` of what the client has a part of: `Range` counts only for this',
    example: '"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"',
  },
  'If-None-Match': {
    description: '`ETag` of what the client has, to be answered 304 when it is current',
    example: '"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"',
  },
  'If-Modified-Since': {
    description: '`Last-Modified` of what the client has, to be answered 304 when it is current',
    example: 'Sat, 31 Jan 2026 12:00:00 GMT',
  },
  'If-Match': {
    description: '`ETag` of the only thing that the client wants',
    example: '"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"',
  },
  'If-Unmodified-Since': {
    description: '`Last-Modified` of the only thing that the client wants',
    example: 'Sat, 31 Jan 2026 12:00:00 GMT',
  },
  'Cache-Control': {
    description: '`only-if-cached`: answer from what is stored here, ask nobody',
    example: 'only-if-cached',
  },
} as const satisfies Record<string, HeaderDescription>;

export type RequestHeader = keyof typeof requestHeaders;

/** Response headers for clients. */
export const responseHeaders = {
  'X-Request-Id': {
    description: 'Id of this request: `instance` of its problem, and its name in the log of the node',
    example: 'V1StGXR8_Z5j',
  },
  ETag: {
    description: 'Strong validator: the hash of the file',
    example: '"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"',
  },
  'Last-Modified': { description: 'When it was stored', example: 'Sat, 31 Jan 2026 12:00:00 GMT' },
  'Accept-Ranges': { description: '`Range` counts', example: 'bytes' },
  'Cache-Control': {
    description: 'How long the answer may be kept',
    example: 'public, max-age=31536000, immutable',
  },
  'Content-Disposition': {
    description: 'Name of the file; `attachment` for types that a browser could run',
    example: 'inline; filename="song.mp3"',
  },
  'Content-Length': { description: 'Bytes of this answer', example: '1024' },
  'Content-Range': { description: 'Which bytes of how many', example: 'bytes 0-1023/52428800' },
  'Repr-Digest': {
    description: 'RFC 9530: the hash of the whole file, also of a range',
    example: 'sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:',
  },
  Location: {
    description: 'Where the stored file is',
    example:
      'http://127.0.0.1:8471/api/v1/storage/bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku',
  },
  'X-Current-Size': { description: 'Bytes that are safe; where the next part begins', example: '83886080' },
  Deprecation: {
    description: 'RFC 9745: since when clients should move on, in Unix seconds',
    example: '@1767225600',
  },
  Link: {
    description: 'Where to read about the deprecation',
    example: '</api/openapi.json>; rel="deprecation"; type="application/json"',
  },
  'WWW-Authenticate': { description: 'What is missing', example: 'Bearer realm="alcove"' },
  'Retry-After': { description: 'Seconds after which to try again', example: '5' },
  'Accept-Encoding': { description: 'Codings in which a body may be', example: 'identity' },
  Allow: { description: 'With 405: the methods of this path', example: 'GET, HEAD, OPTIONS' },
} as const satisfies Record<string, HeaderDescription>;

export type ResponseHeader = keyof typeof responseHeaders;
