export { getSharePageEndpoint } from './endpoints/get-share-page.ts';
