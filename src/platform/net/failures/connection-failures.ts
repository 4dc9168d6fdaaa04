import type { ConstantMessageId } from '../../../contract/messages/message.ts';
import type { PeerFailureCode } from './failure-messages.ts';

/**
 * Matches error codes of the system, OpenSSL, BoringSSL or undici; without a list of messages, the code alone decides.
 */
type ConnectionFailure = [
  pattern: RegExp,
  code: PeerFailureCode,
  message?: ConstantMessageId,
  remedy?: ConstantMessageId,
];

/** Meanings of connection errors; the first match counts. */
export const connectionFailures: readonly ConnectionFailure[] = [
  [/^EAI_AGAIN$/, 'name_not_found', 'peers.lookupFailed', 'peers.connectionRemedy'],
  [/^(ENOTFOUND|EAI_|ENODATA)/, 'name_not_found'],
  [/^ECONNREFUSED$/, 'refused'],
  [/TIMEOUT$|^ETIMEDOUT$/, 'timeout'],
  [/^CERT_HAS_EXPIRED$/, 'tls', 'peers.certificateExpired', 'peers.certificateExpiredRemedy'],
  [/^CERT_NOT_YET_VALID$/, 'tls', 'peers.certificateNotYetValid', 'peers.certificateNotYetValidRemedy'],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    'tls',
    'peers.certificateOfOtherName',
    'peers.certificateOfOtherNameRemedy',
  ],
  [/SELF_SIGNED/, 'tls', 'peers.certificateSelfSigned', 'peers.certificateSelfSignedRemedy'],
  [
    /^UNABLE_TO_(GET_ISSUER|VERIFY)/,
    'tls',
    'peers.certificateAuthorityUnknown',
    'peers.certificateAuthorityUnknownRemedy',
  ],
  [
    /^(ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST)|EPROTO$)/,
    'tls',
    'peers.notEncrypted',
    'peers.notEncryptedRemedy',
  ],
  [/^(ERR_TLS|ERR_SSL|CERT_|CRL_)|CERT/, 'tls'],
  [/^HPE_|^HTTPParserError$|^UND_ERR_HEADERS_OVERFLOW$/, 'not_a_node'],
  [/^(ENETUNREACH|EHOSTUNREACH|ENETDOWN|EADDRNOTAVAIL)$/, 'unreachable', 'peers.noRoute'],
  [
    /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|SocketError)$/,
    'unreachable',
    'peers.connectionLost',
    'peers.connectionLostRemedy',
  ],
];
