import { Checkbox, Group } from '@mantine/core';
import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { isCollectionType } from '../../lib/format/file-kind.ts';
import { t } from '../../lib/i18n/language.ts';
import { FilePicture, useContentParts } from '../stored-file/index.ts';
import { isWholeWork } from './publication.ts';

interface FilePictureChoiceProps {
  content: LocalContent;
  isUsed: boolean;
  onChange(isUsed: boolean): void;
}

/**
 * Returns a collection with the picture of its first file that has one, unless that shows the whole file; any other file
 * unchanged.
 */
export function useFirstPicture(content: LocalContent): LocalContent {
  const { content_id: id, content_type: type } = content;
  const parts = useContentParts(isCollectionType(type) ? id : null).data?.parts ?? [];
  const first = parts.find(({ content: part }) => part?.thumbnail_url && !isWholeWork(part))?.content;
  return { ...content, thumbnail_url: first?.thumbnail_url ?? content.thumbnail_url };
}

/** Offers the picture in the file, such as the cover in a song, as the cover for buyers. */
export function FilePictureChoice({ content, isUsed, onChange }: FilePictureChoiceProps) {
  if (content.thumbnail_url === null) return null;
  return (
    <Group gap="sm" wrap="nowrap">
      <FilePicture content={{ ...content, cover_url: null }} size={64} />
      <Checkbox
        label={t(isCollectionType(content.content_type) ? 'selling.cover.useFirst' : 'selling.cover.useFile')}
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
