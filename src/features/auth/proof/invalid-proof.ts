import type { ConstantMessageId } from '../../../contract/messages/message.ts';
import { message, toMessage } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';

/** Creates the 401 error of an invalid proof. */
export const invalidProof = (why: ConstantMessageId): NodeError =>
  new NodeError('invalid_ton_proof', message('auth.proofInvalid', { why: toMessage(why) }));
