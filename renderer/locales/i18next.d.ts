import type { english } from './en/index.ts';

// So that the compiler knows every text, and refuses one that is not there.
declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof english };
  }
}
