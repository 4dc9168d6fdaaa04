export { ChainCheckService } from './chain/chain-check-service.ts';
export type { CheckedChain, CheckedManifest, CheckedPlatform } from './chain/checked-chain.ts';
export { servesManifest } from './chain/manifest-check.ts';
export { createSelfTest } from './create-self-test.ts';
export { chainCheckEndpoints } from './endpoints/dashboard/index.ts';
export { postSelfTestEndpoint } from './endpoints/dashboard/post-self-test.ts';
