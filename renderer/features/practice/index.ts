export { StartPractice } from './start-practice.tsx';
