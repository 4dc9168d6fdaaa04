import { Alert, Text } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import type { PeerFailure } from '../../../src/contract/local.ts';
import { RelativeTime } from '../../components/relative-time.tsx';

/** Why the last contact failed, in the node's words. */
export function PeerFailureNote({ failure }: { failure: PeerFailure }) {
  return (
    <Alert role="note" color="orange" icon={<IconPlugConnectedX aria-hidden />}>
      {failure.message}
      <Text span size="sm" c="dimmed" ml={6}>
        <RelativeTime at={failure.at} side="past" />
      </Text>
    </Alert>
  );
}
