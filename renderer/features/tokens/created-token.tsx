import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { CreatedTokenDocument } from '../../../src/contract/dashboard-api/auth.ts';
import { t } from '../../lib/i18n/language.ts';
import { CopyButton } from '../../ui/values/copy-button.tsx';

/** Shows the secret of a new token, which cannot be shown again. */
export function CreatedToken({ made, onDone }: { made: CreatedTokenDocument; onDone(): void }) {
  const alert = useRef<HTMLDivElement>(null);
  // The focused form is gone.
  useEffect(() => alert.current?.focus(), []);
  return (
    <Alert
      ref={alert}
      tabIndex={-1}
      role="group"
      color="green"
      title={t('bots.made.title', { name: made.name })}
      icon={<IconKey aria-hidden />}
    >
      <Stack gap="sm">
        <Text size="sm">{t('bots.made.text')}</Text>
        <Group gap="xs" wrap="nowrap">
          <Code fz="sm" px="sm" py={6} aria-label={t('bots.made.label')} style={{ overflowWrap: 'anywhere' }}>
            {made.token}
          </Code>
          <CopyButton text={made.token} what={t('bots.made.what')} />
        </Group>
        <Text size="sm">{t('bots.made.examples')}</Text>
        <Group>
          <Button size="xs" variant="default" onClick={onDone}>
            {t('bots.made.copied')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
