import type { ConnectedWallet } from '../../contract/node-api/auth.ts';
import { parseTonAddress, type RawAddress } from '../../core/ton/ton-address.ts';
import {
  ApiTokenRepository,
  ApiTokens,
  authenticator,
  createSignIn,
  loadWalletApps,
  SharedConnections,
  TonConnect,
  TonConnectRepository,
  WalletBalances,
} from '../../features/auth/index.ts';
import type { CurrentChain } from '../chain/current-chain.ts';
import { ChangesOfOthers } from '../cluster/changes-of-others.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { NodeBase } from './base.ts';

export type Auth = ReturnType<typeof createAuth>;

/** Creates authentication: API tokens, sign-in, and wallet connections. */
export function createAuth(life: Lifecycle, base: NodeBase, current: CurrentChain) {
  const { db, nodeSecret, settings, live, events, note, clock } = base;
  const onChange = () => events.emit('sign-in.changed');
  const { commands } = base.state;
  const tokens = new ApiTokens(new ApiTokenRepository(db, commands), clock);
  const { signIn, accounts, directory, admission, domains } = createSignIn({
    db,
    commands,
    nodeSecret,
    settings,
    clock,
    note,
    onChange,
    endConnection: (user, sessionId) => events.emit('session.ended', { user, sessionId }),
    network: () => current.network,
    chain: () => current.walletChain(),
  });
  live.follow((now) => {
    admission.set(now);
    onChange();
  });
  const tonConnect = new TonConnect({
    repository: new TonConnectRepository(db),
    shared: base.state.isReplica ? new SharedConnections(db, commands) : undefined,
    wallets: loadWalletApps(settings.sign_in.wallets_file),
    linkWallet: (...link) => signIn.linkWallet(...link),
    mayAct: (session) => signIn.mayAct(session),
    clock,
    logger: base.loggerOf('auth'),
    onChange,
  });
  events.on('session.ended', (session) => tonConnect.endConnection(session));
  followOthers(life, base, tonConnect);
  life.use('TON Connect', { start: () => tonConnect.start(), stop: () => tonConnect.stop() });
  life.use('uses of tokens', { stop: () => tokens.writeUses() });
  life.use('uses of sessions', { stop: () => signIn.writeUses() });
  const find = (token: string) => tokens.authenticate(token) ?? signIn.authenticate(token);
  const readBalance = async (address: RawAddress) => current.running?.balanceOf(address) ?? null;
  return {
    tokens,
    signIn,
    balances: new WalletBalances({ read: readBalance, clock }),
    accounts,
    directory,
    admission,
    domains,
    tonConnect,
    /** Returns the caller of a token of any kind. */
    authenticate: authenticator(commands, find),
    /** Returns the linked wallets of a user. */
    walletsOf: (user: string): RawAddress[] => rawAddresses(accounts.wallets(user)),
    /** Returns the wallet in use of a user, if it is proven. */
    walletOf: (user: string) => inUse(accounts.connectedWallet(user), true),
    /** Returns the wallet in use of a user, if it is unproven. */
    unprovenWalletOf: (user: string) => inUse(accounts.connectedWallet(user), false),
    /** Returns all wallets that a user ever proved. */
    provenWalletsOf: (user: string): RawAddress[] => rawAddresses(accounts.provenWallets(user)),
  };
}

/** Reports what other replicas change, and ends connections whose session or token they have ended. */
function followOthers(life: Lifecycle, { state, events }: NodeBase, tonConnect: TonConnect): void {
  const endOrphans = () => {
    if (!life.stopping.aborted) tonConnect.endOrphans();
  };
  const changed = (name: 'sign-in.changed' | 'tokens.changed') => () => {
    if (!life.stopping.aborted) events.emit(name);
    endOrphans();
  };
  state.commands.follow(
    new ChangesOfOthers({
      signIn: changed('sign-in.changed'),
      tokens: changed('tokens.changed'),
      connections: endOrphans,
    }),
  );
}

const inUse = (wallet: ConnectedWallet | null, proven: boolean): RawAddress | undefined =>
  wallet?.proven === proven ? parseTonAddress(wallet.address) : undefined;

const rawAddresses = (wallets: readonly { address: string }[]): RawAddress[] =>
  wallets.flatMap(({ address }) => parseTonAddress(address) ?? []);
