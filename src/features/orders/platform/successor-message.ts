import type { Message } from '../../../contract/messages/message.ts';
import { message } from '../../../core/messages/message.ts';
import { formatTonAddress } from '../../../core/ton/ton-address.ts';
import type { SuccessorFault, Successors } from '../../chain/runtime.ts';

const faults = {
  missing: 'orders.successorMissing',
  unknown_code: 'orders.successorUnknown',
  other_owner: 'orders.successorOfOthers',
  loop: 'orders.successorLoop',
  too_many: 'orders.successorLoop',
} as const satisfies Record<SuccessorFault, string>;

/** Explains which successor a platform names, and the consequence; null where it names none. */
export function successorMessage({ verified, refused }: Successors, testOnly: boolean): Message | null {
  const named = refused?.address ?? verified.at(-1);
  if (named === undefined) return null;
  const address = formatTonAddress(named, { bounceable: true, testOnly });
  return message(refused ? faults[refused.fault] : 'orders.successorVerified', { address });
}
