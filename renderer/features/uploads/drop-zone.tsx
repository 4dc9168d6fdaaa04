import { Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconUpload } from '@tabler/icons-react';
import { t } from '../../lib/i18n/language.ts';
import { filesOfEvent } from './folders/dropped-files.ts';
import { useAddFiles } from './use-add-files.ts';

/** Accepts dropped files in the whole window, on every page. */
export function DropZone() {
  const addFiles = useAddFiles();
  return (
    <Dropzone.FullScreen
      aria-hidden
      onDrop={addFiles}
      getFilesFromEvent={filesOfEvent}
      inputProps={{ 'aria-label': t('frame.drop.label'), tabIndex: -1 }}
      tabIndex={-1}
    >
      <Stack align="center" justify="center" h="calc(100vh - 6rem)" style={{ pointerEvents: 'none' }}>
        <IconUpload size={48} stroke={1.4} aria-hidden />
        <Text size="xl" fw={600}>
          {t('frame.drop.title')}
        </Text>
        <Text c="dimmed">{t('frame.drop.text')}</Text>
      </Stack>
    </Dropzone.FullScreen>
  );
}
