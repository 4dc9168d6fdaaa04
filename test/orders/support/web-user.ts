import type { AlcoveClient, CallOutput } from '@alcove/client';
import { TonClient } from '@ton/ton';
import {
  getIntents,
  postNewContentMessage,
  postPurchaseContent,
} from '../../../src/contract/node-api/orders.ts';
import type { SettingsInput } from '../../../src/contract/settings.ts';
import { askFaucet } from '../../../src/features/chain/client/ask-faucet.ts';
import type { TestNode } from '../../support/node/start-test-node.ts';
import { chainWallet } from '../../support/wallets/chain-wallet.ts';
import { testWallet } from '../../support/wallets/test-wallet.ts';

const webDomain = 'app.example';
export const ton = 1_000_000_000n;
const purse = 100n * ton;

type Message = Pick<CallOutput<typeof postNewContentMessage>, 'address' | 'amount' | 'payload'>;

/** Settings of a node with an embedded chain for users of a web app. */
export const forWebUsers: SettingsInput = {
  sign_in: { who: 'anyone', domains: [webDomain] },
  chain: { network: 'embedded' },
};

/** Returns the input in a web app to publish a stored content. */
export const publication = (content: string) => ({
  ...{ title: 'Summer song', authors: ['Ada'], content, image: '', description: 'By the sea' },
  ...{ price: ton.toString(), resaleLicensePrice: 0, allowResale: false, royaltyParams: [] },
});

/**
 * Creates a user of a web app, who has a token for a proven wallet with money, and reads the chain independently.
 * @param seed each seed results in another wallet
 */
export async function webUser(alcove: TestNode, seed: number) {
  const { endpoint } = await alcove.node.shareChain();
  const wallet = chainWallet(endpoint, seed);
  await askFaucet(endpoint, wallet.address.toRawString(), purse);

  const visitor = alcove.client();
  const { auth_v1_token: challenge } = await visitor.signIn.begin();
  const proof = testWallet(seed, 'v5R1').prove(webDomain, challenge);
  const { auth_v1_token: token } = await visitor.signIn.prove(proof);
  const client: AlcoveClient = visitor.withToken(token);
  const publish = (content: string, changes: object = {}) =>
    client.call(postNewContentMessage, { body: { ...publication(content), ...changes } });

  return {
    client,
    token,
    chain: new TonClient({ endpoint }),
    address: wallet.address,
    balance: wallet.balance,
    upload: async (text: string) => (await client.storage.upload(new Blob([text]))).content_id,
    publish,
    buy: (content_address: string, license_type: 'listen' | 'resale' = 'listen') =>
      client.call(postPurchaseContent, { body: { content_address, license_type } }),
    intents: async () => (await client.call(getIntents, {})).items,
    /** Signs a confirmed message and sends it to the chain, as a wallet does. */
    send: async (message: Message): Promise<void> => {
      await wallet.send(message);
    },
  };
}

export type WebUser = Awaited<ReturnType<typeof webUser>>;
