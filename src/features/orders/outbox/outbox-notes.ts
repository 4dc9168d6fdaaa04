import { message } from '../../../core/messages/message.ts';

/** Reasons why orders of this node's wallets ended without success. */
export const outboxNotes = {
  waitedTooLong: message('orders.waitedTooLong'),
  balanceTooLow: message('orders.balanceTooLow'),
  notAccepted: message('orders.notAccepted'),
  walletUsedElsewhere: message('orders.walletUsedElsewhere'),
  sentBack: message('orders.sentBack'),
};
