// Exports that load the TON libraries; only code that is itself loaded with a chain imports them.
import './cells/native-sha256.ts';

export { platformAddress } from './addresses.ts';
export { readBag } from './cells/bag.ts';
export { askFaucet } from './client/ask-faucet.ts';
export { contentMetadataCell } from './contracts/content-metadata.ts';
export { contentParamsCell } from './contracts/content-params.ts';
export {
  generationOfLicence,
  newestGeneration,
  originOf,
} from './contracts/generations/generations.ts';
export {
  findSuccessors,
  type SuccessorFault,
  type Successors,
  successorIn,
} from './contracts/generations/successors.ts';
export { verifyPlatform } from './contracts/generations/verify-platform.ts';
export { readCollectionData, readFees } from './contracts/get-methods.ts';
export { offChainMetadata, onChainMetadata } from './contracts/metadata.ts';
export { operations } from './contracts/operations.ts';
export { ChainFees } from './fees/chain-fees.ts';
export { FormerPlatforms } from './indexer/former-platforms.ts';
export { StoreIndexer } from './indexer/store-indexer.ts';
export { lookUpLicenceOwner } from './licence-look-up.ts';
export { ServicesDisagree } from './services-disagree.ts';
export { signTonProof } from './sign-ton-proof.ts';
export {
  type AgreedLast,
  type AgreedState,
  readAccount,
  readIfAgreed,
  readLastIfAgreed,
} from './wallets/agreed-state.ts';
export { createBalanceReader } from './wallets/balance-reader.ts';
export { feeWallet, practiceWallet } from './wallets/own-wallet.ts';
export { createWalletAccounts } from './wallets/wallet-accounts.ts';
export { walletOfKey } from './wallets/wallet-contract.ts';
export { readWallet } from './wallets/wallet-state.ts';
