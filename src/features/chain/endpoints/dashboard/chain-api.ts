import type { ChainState, Payer, WalletMnemonic } from '../../../../contract/dashboard-api/chain.ts';

/** What the dashboard asks about the chain and the wallets of this node. */
export interface ChainApi {
  state(): Promise<ChainState>;
  /** @throws NodeError `chain_unavailable`, and `not_implemented` where there is no faucet */
  faucet(payer: Payer, nanoTon: bigint): Promise<void>;
  recoveryWords(): Promise<WalletMnemonic>;
}
