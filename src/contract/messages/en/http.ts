/** HTTP: requests, listeners, guards (`platform/http`, `core`). */
export const http = {
  internal: 'The node could not answer. Its log has the reason under {{request}}.',

  inputInvalid: 'The request is not valid: {{path}} {{problem, message}}',
  bodyNotJson: 'The body is not valid JSON.',
  isNotJson: 'is not valid JSON',
  jsonInvalid: 'The JSON is not valid: {{path}} {{problem, message}}.',
  isNestedTooDeep: 'is nested deeper than {{max, number}} levels',
  hasHalfSurrogate: 'contains half of a surrogate pair',
  isDuplicate: 'occurs twice',
  isTooLargeNumber: 'is outside the range of numbers',
  isTooLargeInteger: 'is an integer beyond 2^53',
  cursorInvalid: 'The node does not know this place in the list. Open the list again, without a cursor.',
  isNotCursor: 'is not a cursor of this list',

  bodyTooLarge: 'The request body is too large. The maximum is {{max, bytes}}.',
  bodyEncoded: 'Send the body without Content-Encoding.',
  bodyTimeout: 'The request body did not arrive within {{limit, duration}}.',
  bodyCutOff: 'The connection ended before the whole body arrived.',
  bodyNotUtf8: 'The body is not valid UTF-8.',
  bodyMustBeJson: 'The body must be JSON. Send Content-Type: application/json.',
  isNotMultipart: 'is not valid multipart/form-data',
  multipartWithoutBoundary: 'The multipart body names no boundary.',
  multipartOtherField: 'Send the file in the field “file” of the multipart body.',
  multipartWithoutFile: 'The multipart body has no field “file”.',
  multipartCutOff: 'The multipart body ends inside the file.',
  multipartMalformed: 'The multipart body is malformed.',
  digestMismatch: 'The bytes that arrived do not match the {{header}} header. Nothing was added.',

  malformed: 'Not a valid HTTP/1.1 request.',
  headersTooLarge: 'The request headers are too large. The maximum is {{max, bytes}}.',
  headersTimeout: 'The request headers did not arrive within {{limit, duration}}.',
  hostNotOnce: 'A request must have exactly one Host header.',
  transferCoding: 'The only supported transfer coding is “chunked”.',
  expectation: 'The only supported expectation is 100-continue.',
  notProxy: 'This node is not a proxy.',
  targetNotPath: 'The target of a request must be a path that begins with “/”.',
  targetCharacters:
    'The target of the request contains a fragment, a space or a character that must be percent-encoded.',
  targetHost: 'The target of the request names no host, or it names a user.',
  targetEncoding: 'The target of the request is not percent-encoded UTF-8.',
  targetDuplicate: 'The request has the same query parameter twice.',
  pathSeparator: 'The path of the request contains an encoded slash or backslash.',
  pathBackslash: 'The path of the request contains a backslash.',
  pathSegment: 'The path of the request has a part that is empty, “.” or “..”.',
  pathControl: 'The path of the request contains a control character.',
  notFound: 'This node has nothing at this path.',
  methodNotAllowed: 'This path supports {{methods}}.',
  unacceptable: 'The path or a condition in the headers is not valid.',
  fileChanged: 'The file has changed in the meantime.',
  preconditionFailed: 'The stored file does not match If-Match or If-Unmodified-Since.',
  rangeOutside: 'The range is outside the file, whose size is {{size, bytes}}.',
  clientGone: 'The client has disconnected.',

  hostUnknown: 'The Host header is not a name of this node. Its owner can add names in http.host_names.',
  crossSite:
    'A private node does not answer pages of other sites. Its owner can allow an origin in http.allowed_origins.',
  originNotAllowed:
    'Web pages of this origin may not call this node. Its owner can allow the origin in http.allowed_origins.',
  tokenMissing:
    'Send a token of this node as “Authorization: Bearer …”. Sign in to get one. For a program, the owner creates one in the dashboard or with: alcove token create',
  tokenUnknown: 'The token is not known to this node, has expired or was revoked.',
  scopeMissing: 'The token lacks the scope {{scope}}.',
  rateLimited: 'Too many requests from this address. Try again in {{wait, duration}}.',

  dashboardHost: 'The dashboard is available at loopback names only.',
  dashboardOrigin: 'Pages of other origins may not call the dashboard API.',
  dashboardSession:
    'The dashboard API needs a session of this run of Alcove. Open the address that “alcove dashboard” prints.',
  dashboardCode:
    'This dashboard address was used before or has expired. Open the address that “alcove dashboard” prints now.',
  dashboardCodes: 'Too many wrong codes. Try again in {{wait, duration}}.',
  restarting: 'The node is restarting. Try again in a moment.',
  shuttingDown: 'The node is shutting down. Try again when it runs again.',
  commandUnknown: 'Unknown command.',
  chainNotEmbedded:
    'This node is not on an embedded chain. Start it with chain.network=embedded and without chain.endpoint.',
} as const;
