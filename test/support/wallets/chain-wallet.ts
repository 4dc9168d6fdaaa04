import { Address, beginCell, Cell, external, internal, SendMode, storeMessage } from '@ton/core';
import { keyPairFromSeed } from '@ton/crypto';
import { TonClient, WalletContractV5R1 } from '@ton/ton';

/** A message as TON Connect has it: amount in nanoTON, payload base64 of a BoC. */
export interface WalletMessage {
  address: string;
  amount: string;
  payload: string;
}

/**
 * What a wallet app does on a chain by itself, with the key of `testWallet(seed, 'v5R1')`.
 * @param endpoint JSON-RPC of the chain
 */
export function chainWallet(endpoint: string, seed: number) {
  const { secretKey, publicKey } = keyPairFromSeed(Buffer.alloc(32, seed));
  const client = new TonClient({ endpoint });
  const contract = client.open(WalletContractV5R1.create({ publicKey }));
  return {
    address: contract.address,
    balance: () => contract.getBalance(),
    /** Signs, and sends it to the chain. @returns the BoC of what was sent, base64 */
    send: async ({ address, amount, payload }: WalletMessage): Promise<string> => {
      const body = contract.createTransfer({
        seqno: await contract.getSeqno(),
        secretKey,
        sendMode: SendMode.PAY_GAS_SEPARATELY,
        messages: [
          internal({
            ...{ to: Address.parse(address), value: BigInt(amount), bounce: true },
            body: Cell.fromBase64(payload),
          }),
        ],
      });
      const init = (await client.isContractDeployed(contract.address)) ? undefined : contract.init;
      const message = external({ to: contract.address, init, body });
      const boc = beginCell().store(storeMessage(message)).endCell().toBoc();
      await client.sendFile(boc);
      return boc.toString('base64');
    },
  };
}
