import { Alert, Text } from '@mantine/core';
import { IconSchool } from '@tabler/icons-react';
import { t } from '../../lib/i18n/language.ts';
import { useChain } from './chain-queries.ts';

/** Shows that amounts are test money, on every page with amounts, while the node follows the embedded chain. */
export function PracticeBanner() {
  if (useChain().data?.network !== 'embedded') return null;
  return (
    <Alert role="note" py="xs" color="yellow" icon={<IconSchool aria-hidden />}>
      <Text span fw={600} size="sm">
        {t('chain.practice.title')}.
      </Text>{' '}
      {t('chain.practice.rest')}
    </Alert>
  );
}
