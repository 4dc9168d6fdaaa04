export { StartPractising } from './start-practising.tsx';
