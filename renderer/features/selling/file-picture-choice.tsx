import { Checkbox, Group } from '@mantine/core';
import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { t } from '../../lib/i18n/language.ts';
import { FilePicture } from '../stored-file/index.ts';

interface FilePictureChoiceProps {
  content: LocalContent;
  isUsed: boolean;
  onChange(isUsed: boolean): void;
}

/** Offers the picture in the file, such as the cover in a song, as the cover for buyers. */
export function FilePictureChoice({ content, isUsed, onChange }: FilePictureChoiceProps) {
  if (content.thumbnail_url === null) return null;
  return (
    <Group gap="sm" wrap="nowrap">
      <FilePicture content={{ ...content, cover_url: null }} size={64} />
      <Checkbox
        label={t('selling.cover.useFile')}
        description={t('selling.cover.useFileHint')}
        checked={isUsed}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </Group>
  );
}

/** Stores the picture of a file as a separate file, because the Store and hosts show covers by their ids. */
export function useFilePicture({ thumbnail_url: url }: LocalContent) {
  return useChange('content', async (node, title: string) => {
    // The picture may be gone by now; an empty URL would name this page.
    if (url === null) return null;
    const response = await fetch(url);
    if (!response.ok) throw new Error(`The picture was not sent: ${response.status}`);
    const name = t('selling.cover.name', { title });
    const { content } = await node.upload(await response.blob(), name, { hidden: true });
    return content.content_id;
  });
}
