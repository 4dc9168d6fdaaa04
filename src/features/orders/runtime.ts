// Exports that load the TON libraries; only code that is itself loaded with a chain imports them.
export { createOrders } from './create-orders.ts';
export { ContractFees } from './drafts/contract-fees.ts';
export { deployDraft, metadataDraft } from './drafts/platform-drafts.ts';
export { neededFor } from './drafts/quote.ts';
export { platformNeed } from './platform/platform-need.ts';
export { successorMessage } from './platform/successor-message.ts';
