import type { FailureMessage, PeerFailureCode } from './failure-messages.ts';

interface ConnectionFailure extends Partial<FailureMessage> {
  /** Matches error codes of the system, OpenSSL, BoringSSL or undici. */
  pattern: RegExp;
  code: PeerFailureCode;
}

const askForCertificate =
  'Ask the node’s owner to install a certificate for this name that is not made by themselves.';

/** Meanings of connection errors; the first match counts. Entries without a message use the one of their code. */
export const connectionFailures: readonly ConnectionFailure[] = [
  {
    pattern: /^EAI_AGAIN$/,
    code: 'name_not_found',
    message: 'This computer could not look up the name now. It may be offline.',
    remedy: 'Check this computer’s connection to the Internet. The node is tried again by itself.',
  },
  { pattern: /^(ENOTFOUND|EAI_|ENODATA)/, code: 'name_not_found' },
  { pattern: /^ECONNREFUSED$/, code: 'refused' },
  { pattern: /TIMEOUT$|^ETIMEDOUT$/, code: 'timeout' },
  {
    pattern: /^CERT_HAS_EXPIRED$/,
    code: 'tls',
    message: 'The node’s certificate has expired, so nobody can tell whether this is the right computer.',
    remedy: 'Ask the node’s owner to renew it. If other secure sites fail too, check this computer’s date.',
  },
  {
    pattern: /^CERT_NOT_YET_VALID$/,
    code: 'tls',
    message: 'The node’s certificate is not valid yet.',
    remedy: 'Check this computer’s date; if it is right, the node’s owner should check theirs.',
  },
  {
    pattern: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    code: 'tls',
    message: 'The certificate at this address was made for another name.',
    remedy: 'Check the spelling of the address. If it is right, ask the node’s owner for the right one.',
  },
  {
    pattern: /SELF_SIGNED/,
    code: 'tls',
    message: 'The node’s certificate was made by its owner and not by an authority that this computer knows.',
    remedy: askForCertificate,
  },
  {
    pattern: /^UNABLE_TO_(GET_ISSUER|VERIFY)/,
    code: 'tls',
    message: 'The node’s certificate comes from an authority that this computer does not know.',
    remedy: 'Ask the node’s owner whether the whole certificate chain is installed.',
  },
  {
    pattern: /^(ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST)|EPROTO$)/,
    code: 'tls',
    message: 'The address starts with https://, but what answers there speaks without encryption.',
    remedy: 'Check the port, or add the address with http:// if its owner says so.',
  },
  { pattern: /^(ERR_TLS|ERR_SSL|CERT_|CRL_)|CERT/, code: 'tls' },
  { pattern: /^HPE_|^HTTPParserError$|^UND_ERR_HEADERS_OVERFLOW$/, code: 'not_a_node' },
  {
    pattern: /^(ENETUNREACH|EHOSTUNREACH|ENETDOWN|EADDRNOTAVAIL)$/,
    code: 'unreachable',
    message: 'There is no way from this computer to the node’s address.',
  },
  {
    pattern: /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|SocketError)$/,
    code: 'unreachable',
    message: 'The connection to the node was broken off.',
    remedy:
      'It is tried again by itself. If it stays like this, check whether the address begins with http:// or https:// as it should.',
  },
];
