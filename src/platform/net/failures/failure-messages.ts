import type { PeerFailure } from '../../../contract/dashboard-api/peers.ts';
import type { ConstantMessageId } from '../../../contract/messages/message.ts';

export type PeerFailureCode = PeerFailure['code'];

/** Cause and remedy, for users without networking knowledge. */
export interface FailureMessage {
  message: ConstantMessageId;
  remedy: ConstantMessageId;
}

/** Messages used when no more specific one is known. */
export const failureMessages: Record<PeerFailureCode, FailureMessage> = {
  name_not_found: { message: 'peers.nameNotFound', remedy: 'peers.nameNotFoundRemedy' },
  refused: { message: 'peers.refused', remedy: 'peers.refusedRemedy' },
  timeout: { message: 'peers.timeout', remedy: 'peers.timeoutRemedy' },
  tls: { message: 'peers.tls', remedy: 'peers.tlsRemedy' },
  address_not_allowed: { message: 'peers.addressNotAllowed', remedy: 'peers.addressNotAllowedRemedy' },
  not_a_node: { message: 'peers.notANode', remedy: 'peers.notANodeRemedy' },
  clock_off: { message: 'peers.clockOff', remedy: 'peers.clockOffRemedy' },
  rate_limited: { message: 'peers.rateLimited', remedy: 'peers.retried' },
  rejected: { message: 'peers.rejected', remedy: 'peers.rejectedRemedy' },
  invalid_answer: { message: 'peers.invalidAnswer', remedy: 'peers.invalidAnswerRemedy' },
  key_changed: { message: 'peers.keyChanged', remedy: 'peers.keyChangedRemedy' },
  version: { message: 'peers.versionUnsupported', remedy: 'peers.versionUnsupportedRemedy' },
  self: { message: 'peers.self', remedy: 'peers.selfRemedy' },
  unreachable: { message: 'peers.unreachable', remedy: 'peers.connectionRemedy' },
};
