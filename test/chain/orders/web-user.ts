import type { AlcoveClient, CallOutput } from '@alcove/client';
import { Address, Cell, internal, SendMode } from '@ton/core';
import { keyPairFromSeed } from '@ton/crypto';
import { TonClient, WalletContractV5R1 } from '@ton/ton';
import { askFaucet } from '../../../src/chain/client/ask-faucet.ts';
import {
  getIntents,
  postNewContentMessage,
  postPurchaseContent,
} from '../../../src/contract/endpoints/blockchain.ts';
import type { SettingsInput } from '../../../src/contract/settings.ts';
import type { TestNode } from '../../start-test-node.ts';
import { testWallet } from '../../support/wallet-proof.ts';

export const webDomain = 'app.example';
export const ton = 1_000_000_000n;
const purse = 100n * ton;

type Message = Pick<CallOutput<typeof postNewContentMessage>, 'address' | 'amount' | 'payload'>;

/** Settings of a node on which people of a web app sign in, with a chain of its own. */
export const forWebUsers: SettingsInput = {
  sign_in: { who: 'anyone', domains: [webDomain] },
  chain: { network: 'embedded' },
};

/**
 * Somebody who uses a web app: with a token for their proven wallet, and that wallet, which has money and asks the
 * chain by itself.
 * @param seed each has a wallet of its own
 */
export async function webUser(alcove: TestNode, seed: number) {
  const { secretKey, publicKey } = keyPairFromSeed(Buffer.alloc(32, seed));
  const { endpoint } = await alcove.node.shareChain();
  const chain = new TonClient({ endpoint });
  const contract = chain.open(WalletContractV5R1.create({ publicKey }));
  await askFaucet(endpoint, contract.address.toRawString(), purse);

  const visitor = alcove.client();
  const { auth_v1_token: challenge } = await visitor.signIn.begin();
  const proof = testWallet(seed, 'v5R1').prove(webDomain, challenge);
  const client: AlcoveClient = visitor.withToken((await visitor.signIn.prove(proof)).auth_v1_token);
  const publish = (content: string, changes: object = {}) =>
    client.call(postNewContentMessage, {
      body: {
        ...{ title: 'Summer song', authors: ['Ada'], content, image: '', description: 'By the sea' },
        ...{ price: ton.toString(), resaleLicensePrice: 0, allowResale: false, royaltyParams: [] },
        ...changes,
      },
    });

  return {
    client,
    chain,
    address: contract.address,
    balance: () => contract.getBalance(),
    upload: async (text: string) => (await client.storage.upload(new Blob([text]))).content_id,
    publish,
    buy: (content_address: string, license_type: 'listen' | 'resale' = 'listen') =>
      client.call(postPurchaseContent, { body: { content_address, license_type } }),
    intents: async () => (await client.call(getIntents, {})).items,
    /** What a wallet does with a message when its person confirms: signs, and sends it to the chain. */
    send: async ({ address, amount, payload }: Message): Promise<void> => {
      const value = BigInt(amount);
      const body = Cell.fromBase64(payload);
      await contract.sendTransfer({
        seqno: await contract.getSeqno(),
        secretKey,
        sendMode: SendMode.PAY_GAS_SEPARATELY,
        messages: [internal({ to: Address.parse(address), value, bounce: true, body })],
      });
    },
  };
}

export type WebUser = Awaited<ReturnType<typeof webUser>>;
