export { ContentMenu } from './content-menu.tsx';
export { ContentSearch } from './content-search.tsx';
