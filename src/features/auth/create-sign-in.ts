import type { Settings } from '../../contract/settings.ts';
import type { Clock } from '../../core/clock.ts';
import type { NoteActivity } from '../../core/events/activity.ts';
import type { Commands } from '../../platform/sqlite/commands.ts';
import type { Db } from '../../platform/sqlite/database.ts';
import { Accounts } from './accounts.ts';
import { Admission } from './admission.ts';
import { Challenges } from './challenges.ts';
import type { ProofRules } from './proof/verify-ton-proof.ts';
import { SignInRepository } from './repository/sign-in-repository.ts';
import { UserRepository } from './repository/user-repository.ts';
import { WalletRepository } from './repository/wallet-repository.ts';
import { SignIn } from './sign-in.ts';
import { telegramPublicKey } from './telegram.ts';
import { UserDirectory } from './user-directory.ts';

export interface CreateSignInOptions {
  db: Db;
  /** Default: those of a standalone node. */
  commands?: Commands;
  nodeSecret: Buffer;
  settings: Settings;
  clock: Clock;
  note: NoteActivity;
  /** Called when somebody signed in or out, or a wallet was linked. */
  onChange: () => void;
  /** Ends the TON Connect session that belongs to a session, in the background; never throws. */
  endConnection: (userId: string, sessionId: string) => void;
  /** Returns the followed network; default: the one of the settings. */
  network?: () => ProofRules['network'];
  /** Returns access to the wallets of the followed chain; without it only state inits provide their keys. */
  chain?: () => ProofRules['chain'];
}

/**
 * Creates the parts of sign-in.
 * @throws SettingsError for `sign_in.list`
 */
export function createSignIn(options: CreateSignInOptions): {
  signIn: SignIn;
  accounts: Accounts;
  directory: UserDirectory;
  admission: Admission;
  /** The domains for which proofs are valid. */
  domains: readonly string[];
} {
  const { db, nodeSecret, settings, clock, note, onChange, endConnection } = options;
  const { network } = settings.chain;
  const domains = proofDomains(settings);
  const admission = new Admission(settings);
  const store = new SignInRepository(db, options.commands);
  const challenges = new Challenges(nodeSecret, clock);
  const accounts = new Accounts({
    store,
    users: new UserRepository(db),
    wallets: new WalletRepository(db),
    testOnly: network === 'testnet' || network === 'embedded',
  });
  const signIn = new SignIn({
    store,
    accounts,
    admission,
    challenges,
    bot: {
      token: settings.sign_in.telegram_bot_token,
      id: settings.sign_in.telegram_bot_id,
      publicKey: telegramPublicKey,
    },
    domains,
    network: options.network ?? (() => network),
    chain: options.chain ?? (() => undefined),
    clock,
    note: (activity) => {
      note(activity);
      onChange();
    },
    endConnection,
  });
  const directory = new UserDirectory({ store, accounts, clock });
  return { signIn, accounts, directory, admission, domains };
}

/** Returns the configured domains and that of the public host. */
function proofDomains({ sign_in: { domains }, node }: Settings): string[] {
  const own = node.public_host === undefined ? [] : [new URL(node.public_host).host];
  return [...new Set([...domains.map((domain) => domain.toLowerCase()), ...own])];
}
