import { notifications } from '@mantine/notifications';
import { useCallback } from 'react';
import { t } from '../../lib/i18n/language.ts';
import { copyText } from '../../lib/shell/clipboard.ts';

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
