import { CallError } from '../api/call-error.ts';
import { t } from '../i18n/language.ts';

/** The shell's messages are written for the person at the window, in the language that is shown. */
export function shellRefused(cause: unknown): never {
  const message = cause instanceof Error ? cause.message : String(cause);
  throw new CallError({ title: () => t('problems.shellRefused.title'), detail: () => message });
}
