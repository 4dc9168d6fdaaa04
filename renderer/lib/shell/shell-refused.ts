import { CallError } from '../api/call-error.ts';
import { t } from '../i18n/language.ts';

/** Throws an error with the shell's message, which is already in the current language. */
export function shellRefused(cause: unknown): never {
  const message = cause instanceof Error ? cause.message : String(cause);
  throw new CallError({ title: () => t('problems.shellRefused.title'), detail: () => message });
}
