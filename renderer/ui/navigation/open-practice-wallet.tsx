import { Button, type ButtonProps } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { t } from '../../lib/i18n/language.ts';
import { shell } from '../../lib/shell/shell.ts';
import { shellRefused } from '../../lib/shell/shell-refused.ts';

const icon = <IconExternalLink size={18} stroke={1.8} aria-hidden />;

/** Opens the page of the practice wallet app in the system's browser or in a new tab. */
export function OpenPracticeWallet({ url, ...props }: { url: string } & ButtonProps) {
  const text = t('auth.practice.open');
  if (shell) {
    const open = () => void shell?.invoke('practiceWallet.open', { url }).catch(shellRefused);
    return (
      <Button leftSection={icon} onClick={open} {...props}>
        {text}
      </Button>
    );
  }
  return (
    <Button component="a" href={url} target="_blank" rel="noopener noreferrer" leftSection={icon} {...props}>
      {text}
    </Button>
  );
}
