import { Group, Text } from '@mantine/core';
import { ChooseFilesButton } from '../../components/choose-files-button.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { t } from '../../lib/language.ts';

/** Shown while nothing is stored: how to keep the first file. */
export function FirstFileCard() {
  return (
    <SectionCard title={t('overview.firstFile.title')}>
      <Group justify="space-between" gap="md">
        <Text size="sm" flex="1 1 20rem">
          {t('overview.firstFile.text')}
        </Text>
        <ChooseFilesButton />
      </Group>
    </SectionCard>
  );
}
