import { ActionIcon, Tooltip, VisuallyHidden } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../lib/i18n/language.ts';
import { useCopy } from './use-copy.ts';

interface CopyButtonProps {
  text: string;
  /** Name of the copied value, as in “Copy the public key”. */
  valueName: string;
}

/** Copies text to the clipboard and confirms it for a moment. */
export function CopyButton({ text, valueName }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const { start } = useTimeout(() => setCopied(false), 2000);
  const copy = useCopy();
  const label = t('common.copyWhat', { what: valueName });
  const onClick = async () => {
    if (!(await copy(text))) return;
    setCopied(true);
    start();
  };
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <>
      <Tooltip label={copied ? t('common.copied') : label}>
        <ActionIcon aria-label={label} size="md" my={-4} color={copied ? 'green' : 'gray'} onClick={onClick}>
          <Icon size={16} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {/* Announced separately, because screen readers do not announce a changed name. */}
      <VisuallyHidden role="status">{copied ? t('common.copied') : ''}</VisuallyHidden>
    </>
  );
}
