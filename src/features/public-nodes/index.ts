export { openPublicNode, type PublicNodeAccess } from './open-public-node.ts';
export type { OutgoingPart, PartProgress, PublicNode } from './public-node.ts';
export { isUnauthorized, RemoteProblem } from './remote-problem.ts';
export { RemoteSignIns } from './remote-sign-ins.ts';
export { longestPauseMs, retryPauseMs, unexpectedErrorMessage } from './retry-pause.ts';
export { asNodeError } from './sign-in-problem.ts';
export {
  AccessError,
  quoteRemote,
  type RemoteWallet,
  SignInRequired,
  type SigningWallet,
  signInWithProof,
  signInWithWallet,
} from './wallet-sign-in.ts';
