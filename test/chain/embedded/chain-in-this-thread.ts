import { requireTonAddress } from '../../../src/core/ton/ton-address.ts';
import { addressOf } from '../../../src/features/chain/embedded/account-state.ts';
import { EmbeddedChain } from '../../../src/features/chain/embedded/embedded-chain.ts';
import type { EmbeddedChainAccess } from '../../../src/features/chain/embedded/open-embedded-chain.ts';
import { jsonRpc } from '../../../src/features/chain/embedded/toncenter/json-rpc.ts';

export type ChainHere = Pick<EmbeddedChainAccess, 'transport' | 'faucet' | 'onBlock' | 'close'>;

/** Opens an embedded chain without its thread, which takes half a second of processor time to load the machine. */
export function openChainInThisThread(file: string): ChainHere {
  const listeners = new Set<(seqno: number) => void>();
  const chain = new EmbeddedChain({
    file,
    clock: Date.now,
    onBlock: (seqno) => {
      for (const listener of listeners) listener(seqno);
    },
  });
  const rpc = jsonRpc(chain, (error) => {
    throw error;
  });
  return {
    transport: rpc,
    faucet: async (address, nanoTon) => {
      await chain.faucet(addressOf(requireTonAddress(address, 'address')), nanoTon);
    },
    onBlock: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    close: () => chain.close(),
  };
}
