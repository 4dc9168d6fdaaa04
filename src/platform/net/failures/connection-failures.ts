import type { FailureMessage, PeerFailureCode } from './failure-messages.ts';

interface ConnectionFailure extends Partial<FailureMessage> {
  /** Matches error codes of the system, OpenSSL, BoringSSL or undici. */
  pattern: RegExp;
  code: PeerFailureCode;
}

/** Meanings of connection errors; the first match counts. Entries without a message use the one of their code. */
export const connectionFailures: readonly ConnectionFailure[] = [
  {
    pattern: /^EAI_AGAIN$/,
    code: 'name_not_found',
    message: 'peers.lookupFailed',
    remedy: 'peers.connectionRemedy',
  },
  { pattern: /^(ENOTFOUND|EAI_|ENODATA)/, code: 'name_not_found' },
  { pattern: /^ECONNREFUSED$/, code: 'refused' },
  { pattern: /TIMEOUT$|^ETIMEDOUT$/, code: 'timeout' },
  {
    pattern: /^CERT_HAS_EXPIRED$/,
    code: 'tls',
    message: 'peers.certificateExpired',
    remedy: 'peers.certificateExpiredRemedy',
  },
  {
    pattern: /^CERT_NOT_YET_VALID$/,
    code: 'tls',
    message: 'peers.certificateNotYetValid',
    remedy: 'peers.certificateNotYetValidRemedy',
  },
  {
    pattern: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    code: 'tls',
    message: 'peers.certificateOfOtherName',
    remedy: 'peers.certificateOfOtherNameRemedy',
  },
  {
    pattern: /SELF_SIGNED/,
    code: 'tls',
    message: 'peers.certificateSelfSigned',
    remedy: 'peers.certificateSelfSignedRemedy',
  },
  {
    pattern: /^UNABLE_TO_(GET_ISSUER|VERIFY)/,
    code: 'tls',
    message: 'peers.certificateAuthorityUnknown',
    remedy: 'peers.certificateAuthorityUnknownRemedy',
  },
  {
    pattern: /^(ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST)|EPROTO$)/,
    code: 'tls',
    message: 'peers.notEncrypted',
    remedy: 'peers.notEncryptedRemedy',
  },
  { pattern: /^(ERR_TLS|ERR_SSL|CERT_|CRL_)|CERT/, code: 'tls' },
  { pattern: /^HPE_|^HTTPParserError$|^UND_ERR_HEADERS_OVERFLOW$/, code: 'not_a_node' },
  {
    pattern: /^(ENETUNREACH|EHOSTUNREACH|ENETDOWN|EADDRNOTAVAIL)$/,
    code: 'unreachable',
    message: 'peers.noRoute',
  },
  {
    pattern: /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|SocketError)$/,
    code: 'unreachable',
    message: 'peers.connectionLost',
    remedy: 'peers.connectionLostRemedy',
  },
];
