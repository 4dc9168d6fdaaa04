import * as z from 'zod';

/**
 * Every problem of a node: its stable code, HTTP status and title (RFC 9457). Services throw a `NodeError` with one of
 * these codes; any other error reaches clients as `internal`.
 */
export const problems = {
  invalid_request: { status: 400, title: 'The request is not valid' },
  invalid_content_id: { status: 400, title: 'This is not a content id' },
  unsupported_content_id: { status: 400, title: 'This kind of content id is not supported' },
  digest_mismatch: { status: 400, title: 'The content does not match its digest' },
  public_host_required: { status: 400, title: 'A public node must name its public host' },
  public_host_invalid: { status: 400, title: 'The public host is not a bare http(s) origin' },
  key_invalid: { status: 400, title: 'The key does not open this content' },
  folder_unusable: { status: 400, title: 'This folder cannot hold what is stored' },
  unauthorized: { status: 401, title: 'A valid token is needed' },
  stale_timestamp: { status: 401, title: 'The timestamp is too far from this node’s clock' },
  invalid_signature: { status: 401, title: 'The signature is not valid' },
  invalid_twa_data: { status: 401, title: 'The init data of the web app is not valid' },
  invalid_ton_proof: { status: 401, title: 'The wallet’s proof is not valid' },
  licence_required: { status: 402, title: 'A licence is needed' },
  access_invalid: { status: 403, title: 'This link is invalid or has expired' },
  insufficient_scope: { status: 403, title: 'The token lacks the right for this' },
  cross_site: { status: 403, title: 'Requests from other sites are refused' },
  origin_not_allowed: { status: 403, title: 'This origin is not allowed' },
  sign_in_not_allowed: { status: 403, title: 'You may not sign in on this node' },
  limit_reached: { status: 403, title: 'A limit is reached' },
  not_yours: { status: 403, title: 'This content is not yours' },
  not_found: { status: 404, title: 'There is nothing at this address' },
  content_not_found: { status: 404, title: 'The content is not stored here' },
  key_not_found: { status: 404, title: 'This node does not have the key' },
  peer_not_found: { status: 404, title: 'This node does not know that peer' },
  wallet_not_linked: { status: 404, title: 'This wallet was never proven by this user' },
  upload_not_found: { status: 404, title: 'There is no such upload' },
  token_not_found: { status: 404, title: 'There is no such token' },
  transfer_not_found: { status: 404, title: 'There is no such transfer' },
  subscription_not_found: { status: 404, title: 'There is no such subscription' },
  share_not_found: { status: 404, title: 'This content is not shared there' },
  user_not_found: { status: 404, title: 'There is no such user' },
  method_not_allowed: { status: 405, title: 'The method is not allowed here' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  nonce_replayed: { status: 409, title: 'This nonce was already used' },
  self_handshake: { status: 409, title: 'A node does not shake hands with itself' },
  offset_mismatch: { status: 409, title: 'The upload continues at another offset' },
  too_many_services: { status: 409, title: 'Too many services report here' },
  encrypting: { status: 409, title: 'The content is being encrypted' },
  already_registered: { status: 409, title: 'This content is on the chain already' },
  already_licensed: { status: 409, title: 'This licence was bought already' },
  order_open: { status: 409, title: 'An earlier order for the same is still open' },
  not_for_sale: { status: 409, title: 'This is not for sale' },
  wallet_required: { status: 409, title: 'A proven wallet is needed' },
  insufficient_balance: { status: 409, title: 'The wallet has too little' },
  content_withdrawn: { status: 410, title: 'The author has withdrawn this content' },
  blocked: { status: 410, title: 'This content is blocked on this node' },
  folder_move_running: { status: 409, title: 'The storage folder is being moved' },
  precondition_failed: { status: 412, title: 'The condition of the request does not hold' },
  payload_too_large: { status: 413, title: 'The request is too large' },
  unsupported_media_type: { status: 415, title: 'The content type is not supported here' },
  range_not_satisfiable: { status: 416, title: 'The range lies outside the content' },
  expectation_failed: { status: 417, title: 'The expectation cannot be met' },
  misdirected_request: { status: 421, title: 'This node does not answer to that host name' },
  rate_limited: { status: 429, title: 'Too many requests' },
  headers_too_large: { status: 431, title: 'The request headers are too large' },
  internal: { status: 500, title: 'Something went wrong in the node' },
  peer_unreachable: { status: 502, title: 'The peer could not be reached' },
  peer_invalid: { status: 502, title: 'The peer’s answer is not valid' },
  peer_refused: { status: 502, title: 'The other node refused' },
  peer_content_invalid: { status: 502, title: 'Other nodes sent something else' },
  content_damaged: { status: 500, title: 'The stored content is damaged' },
  not_implemented: { status: 501, title: 'The node does not support this' },
  too_busy: { status: 503, title: 'The node is busy' },
  chain_unavailable: { status: 503, title: 'The chain cannot be reached' },
  twa_not_configured: { status: 503, title: 'Sign-in with Telegram is not set up' },
  fetch_cancelled: { status: 503, title: 'The transfer was cancelled' },
  shutting_down: { status: 503, title: 'The node is shutting down' },
  insufficient_storage: { status: 507, title: 'There is no room to store this' },
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
