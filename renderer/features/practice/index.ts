export { PracticeButton, StartPractice } from './start-practice.tsx';
