export { useSignIn } from './auth-queries.ts';
export { ConnectWallet } from './connect-wallet.tsx';
export { LinkedWallets } from './linked-wallets.tsx';
export { UnreachableManifest } from './unreachable-manifest.tsx';
export { WalletLink } from './wallet-link.tsx';
