import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { CreatedTokenDocument } from '../../../src/contract/control.ts';
import { CopyButton } from '../../components/copy-button.tsx';

/** The one time that the secret of a token can be seen. */
export function MadeToken({ made, onDone }: { made: CreatedTokenDocument; onDone(): void }) {
  const alert = useRef<HTMLDivElement>(null);
  // The form that had the focus is gone.
  useEffect(() => alert.current?.focus(), []);
  return (
    <Alert
      ref={alert}
      tabIndex={-1}
      role="group"
      color="green"
      title={`The token “${made.name}” is made`}
      icon={<IconKey aria-hidden />}
    >
      <Stack gap="sm">
        <Text size="sm">
          Copy it now and keep it like a password: it is shown only this once. Whoever has it can do with your
          node what you have allowed. If it is lost or seen by others, revoke it and make a new one.
        </Text>
        <Group gap="xs" wrap="nowrap">
          <Code fz="sm" px="sm" py={6} aria-label="The token" style={{ overflowWrap: 'anywhere' }}>
            {made.token}
          </Code>
          <CopyButton text={made.token} what="the token" />
        </Group>
        <Text size="sm">The examples below have it filled in until you leave this page.</Text>
        <Group>
          <Button size="xs" variant="default" onClick={onDone}>
            I have copied it
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
