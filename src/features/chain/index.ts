export { createChainClient } from './client/chain-client.ts';
export { type Zerostate, zerostates } from './client/chain-identity.ts';
export { configuredPlatform } from './configured-platform.ts';
export {
  isPrice,
  maxMetadataCells,
  minPrice,
  purchaseAmount,
  registerAmount,
  resaleRoyaltyOf,
  usualMetadataCells,
} from './contracts/amounts.ts';
export { countCells } from './contracts/cell-count.ts';
export type { Royalty } from './contracts/content-params.ts';
export type { Fees } from './contracts/get-methods.ts';
export { copyJournal, hasJournal } from './embedded/journal/copy-journal.ts';
export { JournalError } from './embedded/journal/journal-error.ts';
export {
  type EmbeddedChainAccess,
  embeddedChainFile,
  openEmbeddedChain,
} from './embedded/open-embedded-chain.ts';
export type { ChainApi } from './endpoints/dashboard/chain-api.ts';
export { chainEndpoints } from './endpoints/dashboard/index.ts';
export type { ChainFees } from './fees/chain-fees.ts';
export type { ChainEvent } from './indexer/chain-event.ts';
export { ChainIndexRepository } from './indexer/chain-index-repository.ts';
export {
  type ChainContent,
  type ChainContentRow,
  type ChainLicence,
  contentColumns,
  type LicenceRow,
  licenceColumns,
  readContent,
  readLicence,
} from './indexer/chain-rows.ts';
export type { IndexerState } from './indexer/indexer.ts';
export { ChainPlatformRepository } from './indexer/platform-repository.ts';
export type { StoreIndexer } from './indexer/store-indexer.ts';
export { type NodeAddresses, nodeAddresses, walletsOfKey } from './node-addresses.ts';
export { ReplicatedChainIndex, replicatedChainTables } from './replicated-chain.ts';
export type { ProofRequest } from './sign-ton-proof.ts';
export { FeeWalletKeys } from './wallets/fee-wallet-keys.ts';
export type { OwnWallet } from './wallets/own-wallet.ts';
export { TransactionSearch } from './wallets/transactions.ts';
export { WalletKeyRepository } from './wallets/wallet-key-repository.ts';
export type { ChainNetwork } from './wallets/wallet-network-ids.ts';
export type { ChainAccess, WalletState } from './wallets/wallet-state.ts';
