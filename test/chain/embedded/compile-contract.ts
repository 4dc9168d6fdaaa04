import { Address, beginCell, Cell, contractAddress, external, storeMessage, toNano } from '@ton/core';
import { runTolkCompiler } from '@ton/tolk-js';
import type { TestChain } from './open-test-chain.ts';

/** Compiles a contract in Tolk. */
export async function compileTolk(source: string): Promise<Cell> {
  const compiled = await runTolkCompiler({
    entrypointFileName: 'main.tolk',
    fsReadCallback: () => source,
  });
  if (compiled.status === 'error') throw new Error(compiled.message);
  return Cell.fromBase64(compiled.codeBoc64);
}

/**
 * Compiles a contract in Tolk and deploys it.
 * @param source accepts any external message
 */
export async function deployContract(chain: TestChain, source: string): Promise<Address> {
  const init = { code: await compileTolk(source), data: Cell.EMPTY };
  const address = contractAddress(0, init);
  await chain.faucet(address.toRawString(), toNano(1));
  await chain.ton.sendMessage(external({ to: address, init, body: Cell.EMPTY }));
  return address;
}

/** A message with the forged sender `src`. */
export const internalMessage = (src: Address, dest: Address): Cell =>
  beginCell()
    .store(
      storeMessage({
        info: {
          type: 'internal',
          ihrDisabled: true,
          bounce: false,
          bounced: false,
          src,
          dest,
          value: { coins: toNano(1000) },
          ihrFee: 0n,
          forwardFee: 0n,
          createdLt: 0n,
          createdAt: 0,
        },
        body: Cell.EMPTY,
      }),
    )
    .endCell();
