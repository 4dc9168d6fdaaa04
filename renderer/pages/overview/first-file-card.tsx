import { Group, Text } from '@mantine/core';
import { ChooseFilesButton } from '../../components/choose-files-button.tsx';
import { SectionCard } from '../../components/section-card.tsx';

/** Shown while nothing is stored: how to keep the first file. */
export function FirstFileCard() {
  return (
    <SectionCard title="Store your first file">
      <Group justify="space-between" gap="md">
        <Text size="sm" flex="1 1 20rem">
          Drop a file anywhere in this window, or choose one. It is kept on this computer, and its link works
          for whoever can reach your node and knows the link.
        </Text>
        <ChooseFilesButton />
      </Group>
    </SectionCard>
  );
}
