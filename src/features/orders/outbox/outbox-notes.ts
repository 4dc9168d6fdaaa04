import { message } from '../../../core/messages/message.ts';

/** Why an order of a wallet of this node ended without the purpose that it had. */
export const outboxNotes = {
  waitedTooLong: message('orders.waitedTooLong'),
  balanceTooLow: message('orders.balanceTooLow'),
  notAccepted: message('orders.notAccepted'),
  walletUsedElsewhere: message('orders.walletUsedElsewhere'),
  sentBack: message('orders.sentBack'),
};
