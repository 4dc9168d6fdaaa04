export { Admission } from './admission.ts';
export { toConnectionDocument } from './auth-responses.ts';
export { createSignIn } from './create-sign-in.ts';
export { signInEndpoints, tokenEndpoints } from './endpoints/dashboard/index.ts';
export { getAccountEndpoint } from './endpoints/get-account.ts';
export { getIconEndpoint } from './endpoints/get-icon.ts';
export { getTonConnectManifestEndpoint } from './endpoints/get-manifest.ts';
export { getTonConnectNewEndpoint } from './endpoints/get-ton-connect-new.ts';
export { postSelectWalletEndpoint } from './endpoints/post-select-wallet.ts';
export { postTonConnectLogoutEndpoint } from './endpoints/post-ton-connect-logout.ts';
export { postAuthTwaEndpoint } from './endpoints/post-twa.ts';
export type { WalletChain } from './proof/wallet-key.ts';
export { ApiTokenRepository } from './repository/api-token-repository.ts';
export { replicatedSignInTables } from './repository/replicated-sign-in.ts';
export { SharedConnections } from './repository/shared-connections.ts';
export { TonConnectRepository } from './repository/ton-connect-repository.ts';
export { createSignInAdminService, isReachableByWallets, ownersConnection } from './sign-in-admin-service.ts';
export { ApiTokens } from './tokens/api-tokens.ts';
export { authenticator } from './tokens/authenticator.ts';
export {
  createTokenAdminService,
  type TokenAdminOptions,
  type TokenAdminService,
} from './tokens/token-admin-service.ts';
export { TonConnect } from './ton-connect/ton-connect.ts';
export type { ConnectionKey } from './ton-connect/wallet-connection.ts';
export { loadWalletApps, toPracticeApp } from './ton-connect/wallets.ts';
export { WalletBalances } from './wallet-balances.ts';
