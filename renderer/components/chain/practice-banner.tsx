import { Alert, Text } from '@mantine/core';
import { IconSchool } from '@tabler/icons-react';
import { useChain } from '../../lib/chain-queries.ts';

/** Says on every page with money on it that it is none, on the embedded chain. */
export function PracticeBanner() {
  if (useChain().data?.network !== 'embedded') return null;
  return (
    <Alert role="note" py="xs" color="yellow" icon={<IconSchool aria-hidden />}>
      <Text span fw={600} size="sm">
        Practice: test money, worth nothing.
      </Text>{' '}
      Everything else is as it is with real money.
    </Alert>
  );
}
