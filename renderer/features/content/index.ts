export { ContentSearch } from './content-search.tsx';
