import { Button, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { t } from '../../lib/i18n/language.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';

/** Offers to restore a node from its recovery file; shown while this node is unused. */
export function RestoreCard() {
  return (
    <SectionCard title={t('restore.hint.title')}>
      <Group justify="space-between" gap="md">
        <Text size="sm" flex="1 1 20rem">
          {t('restore.hint.text')}
        </Text>
        <Button component={Link} to="/restore" variant="default">
          {t('restore.hint.button')}
        </Button>
      </Group>
    </SectionCard>
  );
}
