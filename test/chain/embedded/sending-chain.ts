import { Address } from '@ton/core';
import { openTestChain } from './open-test-chain.ts';
import { testWallet } from './test-wallet.ts';

/**
 * A process of its own for `killChain`: sends transfers until it is killed, each with its number as text and
 * value, and prints each one once the chain has acknowledged it.
 */
const [file = ''] = process.argv.slice(2);
const chain = await openTestChain(file);
const wallet = testWallet(chain.ton, 'killed');
const receiver = new Address(0, Buffer.alloc(32, 7));
if ((await chain.ton.getBalance(wallet.address)) === 0n) {
  await chain.faucet(wallet.address.toRawString(), 1_000_000_000_000_000n);
}
for (let number = await firstNumber(); ; number++) {
  await wallet.sendTransfer(wallet.transfer(number, receiver, BigInt(number) * 1000n, `number ${number}`));
  process.stdout.write(`${number}\n`);
}

async function firstNumber(): Promise<number> {
  return (await chain.ton.isContractDeployed(wallet.address)) ? wallet.seqno() : 0;
}
