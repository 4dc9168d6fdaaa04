import type * as z from 'zod';
import type { ConstantMessageId } from '../../contract/messages/message.ts';
import type { ConnectedWallet, signedIn, TonProofInput } from '../../contract/node-api/auth.ts';
import type { Scope } from '../../contract/scopes.ts';
import type { Caller } from '../../core/caller.ts';
import type { NoteActivity } from '../../core/events/activity.ts';
import { requestId, secretToken } from '../../core/ids.ts';
import { message } from '../../core/messages/message.ts';
import { NodeError } from '../../core/node-error.ts';
import type { Accounts } from './accounts.ts';
import type { Admission } from './admission.ts';
import { toUserDocument } from './auth-responses.ts';
import { openPayload, type Payload, type PayloadSources } from './payloads.ts';
import { invalidProof } from './proof/invalid-proof.ts';
import { type ProofRules, type ProvenWallet, verifyTonProof } from './proof/verify-ton-proof.ts';
import { admitsUser } from './sign-in-rules.ts';
import { type Account, type TelegramProfile, walletsPerUser } from './sign-in-store.ts';
import { isTelegramConfigured, type TelegramBot, verifyInitData } from './telegram.ts';
import { tokenHash } from './token-hash.ts';
import { type ConnectionKey, toRequester } from './ton-connect/wallet-connection.ts';

export interface SignInOptions extends PayloadSources {
  accounts: Accounts;
  admission: Admission;
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

  /** Returns whether the token or session of a connection still exists, and its user may still sign in. */
  mayAct(session: ConnectionKey): Promise<boolean> {
    const { store, admission, clock } = this.#options;
    return store.mayAct(toRequester(session), admission.rules, clock());
  }

  /** Returns the caller of a session's token, unless they may no longer sign in. */
  authenticate(token: string): Caller | undefined {
    const { store, accounts, admission, clock } = this.#options;
    const used = store.use(tokenHash(token), clock());
    if (!used || !admitsUser(admission.rules, used.account)) return undefined;
    const { id, userId } = used.session;
    return {
      user: userId,
      scopes: sessionScopes,
      principal: `user:${userId}`,
      name: accounts.nameIn(used.account),
      sessionId: id,
    };
  }

  /** Stores when sessions were used, before the node stops. */
  writeUses(): Promise<void> {
    return this.#options.store.writeUses();
  }

  /**
   * Ends a session and its TON Connect session, and unlinks the wallet in use; does nothing for the token of an ended
   * session.
   * @throws NodeError `unauthorized` when the token was never that of a session
   */
  async signOut(token: string): Promise<void> {
    const { store, accounts, clock, endConnection, note } = this.#options;
    const result = await store.signOut(tokenHash(token), clock());
    if (result.outcome === 'ended_before') return;
    if (result.outcome === 'unknown') throw new NodeError('unauthorized', 'auth.notSignInToken');
    endConnection(result.session.userId, result.session.id);
    const name = accounts.nameIn(result.account);
    note({ kind: 'sign_out', actor: { type: 'user', name }, detail: 'activity.signedOut' });
  }

  /**
   * Links the wallet of a TON Connect session to the session's user, or to the owner where the wallet is linked to
   * `owner`, and selects it. The caller must check that this wallet was asked to sign the payload.
   * @param session the sign-in session, which must still be valid after the proof
   * @param domain the host of the manifest that the wallet was shown
   * @throws NodeError `invalid_ton_proof` with the reason, `chain_unavailable`, `unauthorized`, `sign_in_not_allowed`
   */
  async linkWallet(session: ConnectionKey, proof: TonProofInput, domain: string): Promise<ConnectedWallet> {
    const { store, accounts, admission, clock, note } = this.#options;
    const wallet = await this.#verify(proof, [domain]);
    const command = {
      userId: session.user,
      wallet,
      requester: toRequester(session),
      admission: admission.rules,
      now: clock(),
    };
    const account = await store.linkWallet(command);
    if (account === 'signed_out') throw new NodeError('unauthorized', 'auth.requesterSignedOut');
    if (account === 'too_many_wallets') throw tooManyWallets();
    note({
      kind: 'wallet',
      actor: { type: 'user', name: accounts.nameIn(account) },
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

  async #withTelegram(profile: TelegramProfile): Promise<SignedIn> {
    const { store, challenges } = this.#options;
    const token = secretToken();
    const account = await store.signInWithTelegram({ ...this.#command(token), profile });
    return account
      ? this.#signedIn(account, token, undefined)
      : challenge(challenges.issue(profile.telegramId));
  }

  async #withWallet(proof: TonProofInput, telegram: TelegramProfile | undefined): Promise<SignedIn> {
    const { store, domains, endConnection } = this.#options;
    const { spent, telegramId } = await this.#open(proof.ton_proof.payload);
    if (telegram && telegramId !== undefined && telegramId !== telegram.telegramId) throw otherUser();
    const wallet = await this.#verify(proof, domains);
    const token = secretToken();
    const result = await store.signInWithWallet({
      ...this.#command(token),
      payload: spent,
      wallet,
      telegram: telegram ?? (telegramId === undefined ? undefined : { telegramId }),
    });
    switch (result.outcome) {
      case 'used':
        throw invalidProof('auth.proofPayloadUsed');
      case 'other_user':
        throw otherUser();
      case 'not_admitted':
        throw new NodeError('sign_in_not_allowed', this.#whyNot(result.hasOwner));
      case 'too_many_wallets':
        throw tooManyWallets();
      case 'signed_in':
        if (spent.type === 'session') endConnection(spent.userId, spent.id);
        return this.#signedIn(result.account, token, wallet);
    }
  }

  async #open(text: string): Promise<Payload> {
    const payload = await openPayload(text, this.#options);
    if (payload) return payload;
    throw invalidProof('auth.proofPayloadUnknown');
  }

  #verify(proof: TonProofInput, domains: readonly string[]): Promise<ProvenWallet> {
    const { network, chain, clock } = this.#options;
    return verifyTonProof(proof, { domains, network: network(), chain: chain(), now: clock() });
  }

  /** @param token the token of the session that may begin; only its hash is stored */
  #command(token: string) {
    const { admission, clock } = this.#options;
    const session = { tokenSha256: tokenHash(token), id: requestId() };
    return { admission: admission.rules, newUserId: requestId(), session, now: clock() };
  }

  #signedIn(account: Account, token: string, wallet: ProvenWallet | undefined): SignedIn {
    const { accounts, note } = this.#options;
    note({
      kind: 'sign_in',
      actor: { type: 'user', name: accounts.nameIn(account) },
      detail: wallet
        ? message('activity.signedInWithWallet', { version: wallet.version })
        : 'activity.signedInWithTelegram',
    });
    return {
      user: toUserDocument(account.user),
      connected_wallet: accounts.connectedWalletOf(account),
      auth_v1_token: token,
    };
  }

  #whyNot(hasOwner: boolean): ConstantMessageId {
    if (this.#options.admission.rules.who === 'list') return 'auth.notOnList';
    return hasOwner ? 'auth.ownerOnly' : 'auth.noOwner';
  }
}

const challenge = (token: string): SignedIn => ({ user: null, connected_wallet: null, auth_v1_token: token });

const otherUser = (): NodeError => invalidProof('auth.proofOtherUser');

const tooManyWallets = (): NodeError =>
  new NodeError('sign_in_not_allowed', message('auth.tooManyWallets', { count: walletsPerUser }));
