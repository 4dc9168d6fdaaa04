import { Alert, Group, Text } from '@mantine/core';
import { IconFileAlert } from '@tabler/icons-react';
import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { t } from '../../lib/i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { LinkButton } from '../../ui/navigation/link-button.tsx';

/** Shows in place of a file that its bytes are damaged or missing, and what helps. */
export function DamagedFile({ damage }: { damage: NonNullable<LocalContent['damage']> }) {
  return (
    <Alert color="red" role="status" icon={<IconFileAlert aria-hidden />} title={t(`item.damage.${damage}`)}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex="1 1 16rem">
          {t('item.damage.text')}
        </Text>
        <LinkButton to={paths.storage} size="xs">
          {t('item.damage.health')}
        </LinkButton>
      </Group>
    </Alert>
  );
}
