import { notifications } from '@mantine/notifications';
import { useCallback } from 'react';
import { t } from '../../lib/i18n/language.ts';
import { shell } from '../../lib/shell/shell.ts';

/** Returns a function that copies text and resolves to whether it succeeded; failures are shown in a notification. */
export function useCopy(): (text: string, done?: string) => Promise<boolean> {
  return useCallback(async (text, done) => {
    try {
      await copyText(text);
    } catch {
      notifications.show({
        color: 'red',
        title: t('problems.notCopied.title'),
        message: t('problems.notCopied.detail'),
      });
      return false;
    }
    if (done) notifications.show({ color: 'green', message: done });
    return true;
  }, []);
}

/** Copies text to the clipboard; rejects when the browser does not allow it. */
async function copyText(text: string): Promise<void> {
  if (shell) await shell.invoke('clipboard.write', text);
  else await navigator.clipboard.writeText(text);
}
