export { useContentList } from './content-queries.ts';
export { NoMatches, NothingStored } from './empty-states.tsx';
