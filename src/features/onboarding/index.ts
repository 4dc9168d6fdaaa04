export { postFirstRunEndpoint } from './endpoints/dashboard/post-first-run.ts';
export { FirstRun } from './first-run.ts';
