export { LanguageSwitch } from './language-switch.tsx';
export { ThemeSwitch } from './theme-switch.tsx';
