import type { PeerFailure } from '../contract/local.ts';

export type PeerFailureCode = PeerFailure['code'];

/** What to tell a person when nothing more exact is known: what happened and what to do. */
const words: Record<PeerFailureCode, string> = {
  name_not_found:
    'There is no computer with this name. Check the spelling and that this computer is connected to the Internet.',
  refused:
    'The computer at this address is there, but no node answers on that port. Check the port, or ask its owner whether the node is running.',
  timeout:
    'The node did not answer in time. It may be switched off or behind a firewall; it is tried again later.',
  tls: 'No secure connection could be made: the certificate is not valid, or the address speaks plain http. Check whether it starts with http:// or https://.',
  address_not_allowed:
    'Another node named this one, but its address is not on the public Internet. Add it yourself, or allow local addresses in the settings, if you trust it.',
  not_a_node: 'Something answers at this address, but it is not a node. Check the address.',
  clock_off:
    'This computer’s clock and the node’s clock differ too much. Check this computer’s date and time.',
  rate_limited: 'The node asks for a pause, because it got too many requests. It is tried again later.',
  rejected: 'The node refused the handshake.',
  invalid_answer: 'The node’s answer could not be verified, so it is not used. Tell its owner.',
  key_changed:
    'The node answers with another key than before. Accept the new key only if its owner confirms the change.',
  self: 'This is the address of this very node. Remove it from the list.',
  unreachable:
    'The node could not be reached. Check this computer’s connection; the node is tried again later.',
};

interface PeerErrorDetails {
  /** How long the other side asked to be left alone. */
  retryAfterMs?: number;
  /** With `key_changed`: the key that answered. */
  offeredKey?: string;
}

/** Why a node could not be asked, or its answer not be used; the message is for a person. */
export class PeerError extends Error {
  readonly code: PeerFailureCode;
  readonly details: PeerErrorDetails;

  constructor(code: PeerFailureCode, message: string = words[code], details: PeerErrorDetails = {}) {
    super(message);
    this.name = 'PeerError';
    this.code = code;
    this.details = details;
  }
}

/** Says by how much, and which way, this computer's clock and another node's differ. */
export function clockOff(ownTime: number, peerTime: number): PeerError {
  const minutes = Math.round(Math.abs(ownTime - peerTime) / 60_000);
  const [size, unit] =
    minutes < 120
      ? [minutes, 'minute']
      : minutes < 48 * 60
        ? [Math.round(minutes / 60), 'hour']
        : [Math.round(minutes / 1440), 'day'];
  const amount = `${size} ${unit}${size === 1 ? '' : 's'}`;
  const direction = ownTime < peerTime ? 'behind' : 'ahead of';
  return new PeerError(
    'clock_off',
    `This computer’s clock is ${amount} ${direction} the node’s. Check this computer’s date, time and time zone; if they are right, the node’s owner should check theirs.`,
  );
}

const systemCodes: [RegExp, PeerFailureCode][] = [
  [/^(ENOTFOUND|EAI_)/, 'name_not_found'],
  [/^ECONNREFUSED$/, 'refused'],
  [/TIMEOUT$|^ETIMEDOUT$/, 'timeout'],
  [/^(ERR_TLS|ERR_SSL|CERT_|EPROTO$)|CERT|^UNABLE_TO_/, 'tls'],
  [/^HPE_|^HTTPParserError$|^UND_ERR_HEADERS_OVERFLOW$/, 'not_a_node'],
];

/** Turns what a connection failed with into a `PeerError`. */
export function fromConnectionError(error: unknown): PeerError {
  if (error instanceof PeerError) return error;
  // Several addresses tried: any one that answered something tells more than those that were silent.
  const causes: unknown[] = error instanceof AggregateError ? error.errors : [error];
  for (const cause of causes) {
    const { code, name } = (cause ?? {}) as NodeJS.ErrnoException;
    const match = systemCodes.find(([pattern]) => pattern.test(code ?? name ?? ''));
    if (match) return new PeerError(match[1]);
  }
  return new PeerError('unreachable');
}
