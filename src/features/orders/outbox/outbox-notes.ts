import { message } from '../../../core/messages/message.ts';

/** Reasons why a wallet of this node did not send a message. */
export const outboxNotes = {
  tooLate: message('orders.waitedTooLong'),
  tooLittle: message('orders.balanceTooLow'),
  notTaken: message('orders.notAccepted'),
  otherDevice: message('orders.walletUsedElsewhere'),
  sentBack: message('orders.sentBack'),
};
