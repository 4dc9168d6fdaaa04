import { Box, Group, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { t } from '../../lib/i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { shell } from '../../lib/shell/shell.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { LinkButton } from '../../ui/navigation/link-button.tsx';

/** Offers to restore a node from a backup or a recovery file; shown while this node is unused. */
export function RestoreCard() {
  const card = useRef<HTMLDivElement>(null);
  const { hash, key } = useLocation();
  // The first steps lead here; `key` changes when the link is pressed again.
  useEffect(() => {
    if (hash !== '#restore' || !key) return;
    card.current?.scrollIntoView({ block: 'center' });
    card.current?.querySelector('a')?.focus();
  }, [hash, key]);
  return (
    <Box ref={card}>
      <SectionCard title={t('home.restore.title')}>
        <Group justify="space-between" gap="md">
          <Text size="sm" flex="1 1 20rem">
            {t('home.restore.text')}
          </Text>
          <Group gap="sm">
            {/* Only the app shows the system's dialog for folders. */}
            {shell && <LinkButton to={paths.restoreBackup}>{t('home.restore.backup')}</LinkButton>}
            <LinkButton to={paths.restore}>{t('home.restore.button')}</LinkButton>
          </Group>
        </Group>
      </SectionCard>
    </Box>
  );
}
