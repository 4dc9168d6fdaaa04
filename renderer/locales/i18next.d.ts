import type { english } from './en/index.ts';

// Makes the compiler check the keys of all texts.
declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof english };
  }
}
