import type * as z from 'zod';
import type { ConnectedWallet, signedIn, TonProofInput } from '../../contract/node-api/auth.ts';
import type { Scope } from '../../contract/scopes.ts';
import type { Caller } from '../../core/caller.ts';
import type { NoteActivity } from '../../core/events/activity.ts';
import { message } from '../../core/messages/message.ts';
import { NodeError } from '../../core/node-error.ts';
import type { InTransaction } from '../../platform/sqlite/transaction.ts';
import type { Accounts } from './accounts.ts';
import type { Admission } from './admission.ts';
import { toUserDocument } from './auth-responses.ts';
import type { Identification } from './identification.ts';
import { openPayload, type Payload, type PayloadSources } from './payloads.ts';
import { invalidProof } from './proof/invalid-proof.ts';
import { type ProofRules, type ProvenWallet, verifyTonProof } from './proof/ton-proof.ts';
import type { TelegramProfile } from './repository/user-repository.ts';
import { isTelegramConfigured, type TelegramBot, verifyInitData } from './telegram.ts';

export interface SignInOptions extends PayloadSources {
  accounts: Accounts;
  admission: Admission;
  identification: Identification;
  inTransaction: InTransaction;
  bot: TelegramBot;
  /** The domains for which proofs are valid. */
  domains: readonly string[];
  /** Returns the followed network. */
  network: () => ProofRules['network'];
  /** Returns access to the wallets of the network; undefined where no chain is followed. */
  chain: () => ProofRules['chain'];
  note: NoteActivity;
  /** Ends the TON Connect session of a session in the background. */
  endConnection: (userId: string, sessionId: string) => void;
}

type SignedIn = z.input<typeof signedIn>;

/** Credentials of a sign-in, each optional. */
export interface Credentials {
  /** Init data of a Telegram web app. */
  initData: string | undefined;
  proof: TonProofInput | undefined;
}

/** Scopes of users who signed in; never `status:write`. */
export const sessionScopes: ReadonlySet<Scope> = new Set(['content:read', 'storage:write', 'chain:send']);

/** Handles sign-in and sign-out. */
export class SignIn {
  readonly #options: SignInOptions;

  constructor(options: SignInOptions) {
    this.#options = options;
  }

  /**
   * Creates a session for somebody who may sign in, otherwise a challenge that a wallet can sign.
   * @throws NodeError `invalid_twa_data`, `twa_not_configured`, `invalid_ton_proof`, `sign_in_not_allowed`,
   *   `chain_unavailable`
   */
  async signIn({ initData, proof }: Credentials): Promise<SignedIn> {
    const telegram = this.#telegramProfile(initData, proof !== undefined);
    if (proof) return this.#withWallet(proof, telegram);
    return telegram ? this.#withTelegram(telegram) : challenge(this.#options.challenges.issue());
  }

  /** Returns whether a session has not ended and its user may still sign in. */
  isSignedIn(userId: string, sessionId: string): boolean {
    const { sessions, accounts, admission } = this.#options;
    return sessions.isLive(userId, sessionId) && admission.admits(accounts.person(userId));
  }

  /** Returns the caller of a session's token, unless they may no longer sign in. */
  authenticate(token: string): Caller | undefined {
    const { sessions, accounts, admission } = this.#options;
    const session = sessions.use(token);
    if (!session || !admission.admits(accounts.person(session.userId))) return undefined;
    return {
      user: session.userId,
      scopes: sessionScopes,
      principal: `user:${session.userId}`,
      name: accounts.nameOf(session.userId),
      sessionId: session.id,
    };
  }

  /**
   * Ends a session and its TON Connect session, and unlinks the wallet in use; does nothing for the token of an ended
   * session.
   * @throws NodeError `unauthorized` when the token was never that of a session
   */
  signOut(token: string): void {
    const { sessions, accounts, inTransaction, endConnection, note } = this.#options;
    const session = sessions.find(token);
    if (!session) {
      if (sessions.hasEnded(token)) return;
      throw new NodeError('unauthorized', 'auth.notSignInToken');
    }
    const { id, userId } = session;
    const name = accounts.nameOf(userId);
    inTransaction(() => {
      sessions.end(id);
      accounts.disconnect(userId);
    });
    endConnection(userId, id);
    note({ kind: 'sign_out', actor: { type: 'user', name }, detail: 'activity.signedOut' });
  }

  /**
   * Links the wallet of a TON Connect session to the session's user, or to the owner where the wallet is linked to
   * `owner`, and selects it. The caller must check that this wallet was asked to sign the payload.
   * @param domain the host of the manifest that the wallet was shown
   * @param mayAct whether the session is still valid, checked after the proof
   * @throws NodeError `invalid_ton_proof` with the reason, `chain_unavailable`, `unauthorized`, `sign_in_not_allowed`
   */
  async linkWallet(
    userId: string,
    proof: TonProofInput,
    domain: string,
    mayAct: () => Promise<boolean>,
  ): Promise<ConnectedWallet> {
    const { accounts, inTransaction, note } = this.#options;
    const wallet = await this.#verify(proof, [domain]);
    if (!(await mayAct())) throw new NodeError('unauthorized', 'auth.requesterSignedOut');
    inTransaction(() => accounts.link(userId, wallet));
    note({
      kind: 'wallet',
      actor: { type: 'user', name: accounts.nameOf(userId) },
      detail: message('activity.walletLinked', { version: wallet.version }),
    });
    return accounts.walletDocument(wallet);
  }

  #telegramProfile(initData: string | undefined, hasProof: boolean): TelegramProfile | undefined {
    const { bot, clock } = this.#options;
    if (initData === undefined || (hasProof && !isTelegramConfigured(bot))) return undefined;
    const { id, ...names } = verifyInitData(initData, bot, clock());
    return { telegramId: id, ...names };
  }

  #withTelegram(profile: TelegramProfile): SignedIn {
    const { accounts, admission, challenges, inTransaction } = this.#options;
    const { telegramId } = profile;
    const known = accounts.findByTelegram(telegramId)?.id;
    const person = known === undefined ? { userId: known, telegramId, wallets: [] } : accounts.person(known);
    if (!admission.admits(person)) return challenge(challenges.issue(telegramId));
    return inTransaction(() => {
      const userId = known ?? accounts.add();
      accounts.attachTelegram(userId, profile);
      return this.#begin(userId, undefined);
    });
  }

  async #withWallet(proof: TonProofInput, telegram: TelegramProfile | undefined): Promise<SignedIn> {
    const { accounts, identification, inTransaction, domains, endConnection } = this.#options;
    const payload = this.#open(proof.ton_proof.payload);
    if (telegram) identification.checkSamePerson(payload, telegram.telegramId);
    const wallet = await this.#verify(proof, domains);
    const telegramId = telegram?.telegramId ?? payload.telegramId;
    const answer = inTransaction(() => {
      spend(payload);
      const userId = identification.userOf(payload, { wallet: wallet.address, telegramId }) ?? accounts.add();
      accounts.link(userId, wallet);
      if (telegram) accounts.attachTelegram(userId, telegram);
      else if (telegramId !== undefined) accounts.attachTelegramId(userId, telegramId);
      return this.#begin(userId, wallet);
    });
    if (payload.session) endConnection(payload.session.userId, payload.session.id);
    return answer;
  }

  #open(text: string): Payload {
    const payload = openPayload(text, this.#options);
    if (payload) return payload;
    throw invalidProof('auth.proofPayloadUnknown');
  }

  #verify(proof: TonProofInput, domains: readonly string[]): Promise<ProvenWallet> {
    const { network, chain, clock } = this.#options;
    return verifyTonProof(proof, { domains, network: network(), chain: chain(), now: clock() });
  }

  #begin(userId: string, wallet: ProvenWallet | undefined): SignedIn {
    const { accounts, sessions, note } = this.#options;
    const token = sessions.begin(userId, wallet?.address ?? null);
    note({
      kind: 'sign_in',
      actor: { type: 'user', name: accounts.nameOf(userId) },
      detail: wallet
        ? message('activity.signedInWithWallet', { version: wallet.version })
        : 'activity.signedInWithTelegram',
    });
    return {
      user: toUserDocument(accounts.get(userId)),
      connected_wallet: accounts.connectedWallet(userId),
      auth_v1_token: token,
    };
  }
}

const challenge = (token: string): SignedIn => ({ user: null, connected_wallet: null, auth_v1_token: token });

function spend(payload: Payload): void {
  if (!payload.spend()) throw invalidProof('auth.proofPayloadUsed');
}
