import * as z from 'zod';

/**
 * Every problem of a node: its stable code, HTTP status and title (RFC 9457). Services throw a `NodeError` with one of
 * these codes; any other error reaches clients as `internal`. Titles in other languages: `problems.json` of the app.
 */
export const problems = {
  invalid_request: { status: 400, title: 'Invalid request' },
  invalid_content_id: { status: 400, title: 'Invalid content id' },
  unsupported_content_id: { status: 400, title: 'Unsupported kind of content id' },
  digest_mismatch: { status: 400, title: 'File doesn’t match its digest' },
  public_host_required: { status: 400, title: 'Public host missing' },
  public_host_invalid: { status: 400, title: 'Invalid public host' },
  key_invalid: { status: 400, title: 'Key doesn’t open this file' },
  folder_not_found: { status: 404, title: 'Folder not found' },
  folder_unusable: { status: 400, title: 'Folder not usable for files' },
  unauthorized: { status: 401, title: 'Valid token needed' },
  stale_timestamp: { status: 401, title: 'Timestamp too far off' },
  invalid_signature: { status: 401, title: 'Invalid signature' },
  invalid_twa_data: { status: 401, title: 'Invalid web app data' },
  invalid_ton_proof: { status: 401, title: 'Wallet proof invalid' },
  licence_required: { status: 402, title: 'Licence needed' },
  access_invalid: { status: 403, title: 'Link invalid or expired' },
  insufficient_scope: { status: 403, title: 'Missing token right' },
  cross_site: { status: 403, title: 'Requests from other sites refused' },
  origin_not_allowed: { status: 403, title: 'Origin not allowed' },
  sign_in_not_allowed: { status: 403, title: 'Sign-in not allowed' },
  limit_reached: { status: 403, title: 'Limit reached' },
  not_yours: { status: 403, title: 'Not your file' },
  not_found: { status: 404, title: 'Nothing at this address' },
  content_not_found: { status: 404, title: 'File not found' },
  key_not_found: { status: 404, title: 'Key not found' },
  peer_not_found: { status: 404, title: 'Unknown peer' },
  wallet_not_linked: { status: 404, title: 'Wallet not linked' },
  upload_not_found: { status: 404, title: 'Upload not found' },
  token_not_found: { status: 404, title: 'Token not found' },
  transfer_not_found: { status: 404, title: 'Transfer not found' },
  subscription_not_found: { status: 404, title: 'Subscription not found' },
  share_not_found: { status: 404, title: 'File not shared there' },
  collection_not_found: { status: 404, title: 'Collection not found' },
  user_not_found: { status: 404, title: 'User not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  request_timeout: { status: 408, title: 'Request timed out' },
  nonce_replayed: { status: 409, title: 'Nonce already used' },
  self_handshake: { status: 409, title: 'Handshake with itself' },
  offset_mismatch: { status: 409, title: 'Upload continues at another offset' },
  too_many_services: { status: 409, title: 'Too many services' },
  encrypting: { status: 409, title: 'Encrypting the file' },
  already_registered: { status: 409, title: 'File already registered' },
  already_licensed: { status: 409, title: 'Licence already bought' },
  order_open: { status: 409, title: 'Earlier transaction still open' },
  not_for_sale: { status: 409, title: 'Not for sale' },
  wallet_required: { status: 409, title: 'Linked wallet needed' },
  collection_in_itself: { status: 409, title: 'Collection can’t contain itself' },
  collection_too_deep: { status: 409, title: 'Collections nested too deep' },
  insufficient_balance: { status: 409, title: 'Balance too low' },
  content_withdrawn: { status: 410, title: 'Withdrawn by the author' },
  blocked: { status: 410, title: 'File blocked on this node' },
  folder_move_running: { status: 409, title: 'Storage folder is moving' },
  precondition_failed: { status: 412, title: 'Request condition not met' },
  payload_too_large: { status: 413, title: 'Request too large' },
  unsupported_media_type: { status: 415, title: 'Content type not supported' },
  range_not_satisfiable: { status: 416, title: 'Range outside the file' },
  expectation_failed: { status: 417, title: 'Expectation not supported' },
  misdirected_request: { status: 421, title: 'Unknown host name' },
  rate_limited: { status: 429, title: 'Too many requests' },
  headers_too_large: { status: 431, title: 'Request headers too large' },
  internal: { status: 500, title: 'Error in the node' },
  peer_unreachable: { status: 502, title: 'Peer unreachable' },
  peer_invalid: { status: 502, title: 'Invalid answer from the peer' },
  peer_refused: { status: 502, title: 'Refused by the other node' },
  peer_content_invalid: { status: 502, title: 'Wrong data from other nodes' },
  content_damaged: { status: 500, title: 'File damaged' },
  not_implemented: { status: 501, title: 'Not supported by this node' },
  too_busy: { status: 503, title: 'Node busy' },
  chain_unavailable: { status: 503, title: 'Chain unreachable' },
  twa_not_configured: { status: 503, title: 'Telegram sign-in not set up' },
  fetch_cancelled: { status: 503, title: 'Transfer cancelled' },
  shutting_down: { status: 503, title: 'Node shutting down' },
  insufficient_storage: { status: 507, title: 'Not enough storage' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof problems;

/** One invalid field of the input: `path` in JSON-pointer-like dotted form, `message` for the user. */
export const inputError = z.object({
  path: z.string().meta({ description: 'Path of the invalid value', examples: ['body.wallet_address'] }),
  message: z.string().meta({ description: 'The error', examples: ['must be a TON address'] }),
  reason: z.string().optional().meta({ description: 'Id of the message, for translation' }),
  params: z.record(z.string(), z.unknown()).optional().meta({ description: 'The values of the message' }),
});
export type InputError = z.infer<typeof inputError>;

/** RFC 9457 problem document. Handshake problems carry three more members. */
export const problemDocument = z.looseObject({
  type: z.string().meta({ description: 'A URN with the code' }),
  title: z.string().meta({ description: 'The kind of problem' }),
  status: z.int().meta({ description: 'The HTTP status' }),
  detail: z.string().meta({ description: 'The cause, and what to do' }),
  reason: z
    .string()
    .optional()
    .meta({
      description: 'Id of the message in `detail`, for translation',
      examples: ['storage.quotaUsed'],
    }),
  params: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: 'The values in `detail`; a value may be another message, with its own reason' }),
  code: z
    .enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]])
    .meta({ description: 'The kind of problem, for programs' }),
  instance: z.string().meta({ description: 'The id of the request, as in `X-Request-Id`' }),
  errors: z.array(inputError).optional().meta({ description: 'All invalid values of the input' }),
});
export type ProblemDocument = z.infer<typeof problemDocument>;
