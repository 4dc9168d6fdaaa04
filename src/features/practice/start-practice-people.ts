import { createChainClient } from '../chain/index.ts';
import { buyNewWorks } from './people/practice-buyer.ts';
import { PracticePerson } from './people/practice-person.ts';
import { publishWorks } from './people/practice-seller.ts';
import { makeWorks } from './people/works.ts';
import { retryUntilDone } from './retry-until-done.ts';
import { fund, type PracticeParty, practiceWalletFile } from './start-practice-wallet.ts';
import { WalletFile } from './wallet/wallet-file.ts';

/** In nanograms; sufficient for everything that the buyer may buy. */
const initialBalance = 1_000_000_000_000n;

export interface PracticePeopleOptions extends PracticeParty {
  /** The practice node, as web clients know it. */
  nodeUrl: string;
}

/** Starts the practice people: the seller and the buyer. */
export async function startPracticePeople({ dataDir, chain, logger, nodeUrl }: PracticePeopleOptions) {
  const client = await createChainClient({
    network: 'embedded',
    endpoints: [chain.endpoint],
    zerostate: chain.zerostate,
  });
  const stopping = new AbortController();
  const { signal } = stopping;
  const people = ['seller', 'buyer'].map((name) => {
    const file = new WalletFile(practiceWalletFile(dataDir, name));
    return { file, person: new PracticePerson({ file, chain: client.ton, nodeUrl, logger, signal }) };
  });
  const others = people.map(({ person }) => person.account.raw);
  const [seller, buyer] = people;
  const run = ({ file, person }: (typeof people)[number], work: (person: PracticePerson) => Promise<void>) =>
    retryUntilDone(
      async () => {
        await fund(file, person.account, { client, endpoint: chain.endpoint, amount: initialBalance });
        await work(person);
      },
      { signal, report: (error) => person.report(error) },
    );
  const running = [
    seller && run(seller, (person) => publishWorks(person, makeWorks)),
    buyer && run(buyer, (person) => buyNewWorks(person, { others })),
  ];
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
      client.close();
    },
  };
}
