import { Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconUpload } from '@tabler/icons-react';
import { useAddFiles } from '../lib/add-files.ts';

/** The whole window takes files, whatever page is shown. */
export function DropAnywhere() {
  const addFiles = useAddFiles();
  return (
    <Dropzone.FullScreen
      aria-hidden
      onDrop={addFiles}
      inputProps={{ 'aria-label': 'Drop files', tabIndex: -1 }}
      tabIndex={-1}
    >
      <Stack align="center" justify="center" h="calc(100vh - 6rem)" style={{ pointerEvents: 'none' }}>
        <IconUpload size={48} stroke={1.4} aria-hidden />
        <Text size="xl" fw={600}>
          Drop to store in your node
        </Text>
        <Text c="dimmed">Files stay on this computer until you share them.</Text>
      </Stack>
    </Dropzone.FullScreen>
  );
}
