import type { ChainState, Payer, WalletMnemonic } from '../../../../contract/dashboard-api/chain.ts';

/** Operations of the dashboard on the chain and the wallets of this node. */
export interface ChainApi {
  state(): Promise<ChainState>;
  /** Creates test money. @throws NodeError `chain_unavailable`, and `not_implemented` when there is no faucet */
  faucet(payer: Payer, nanoTon: bigint): Promise<void>;
  mnemonic(): Promise<WalletMnemonic>;
}
