export { createSelfTest } from './create-self-test.ts';
export { postSelfTestEndpoint } from './endpoints/dashboard/post-self-test.ts';
