import { Alert, Anchor, Group, List, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { isCollectionType } from '../../lib/format/file-kind.ts';
import { formatBytes } from '../../lib/format/format.ts';
import { hostName } from '../../lib/format/host-name.ts';
import { t } from '../../lib/i18n/language.ts';
import { itemPathOf, paths } from '../../lib/paths.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import type { BackState } from '../../ui/navigation/back-link.tsx';
import { LinkButton } from '../../ui/navigation/link-button.tsx';
import { SmallNote } from '../../ui/values/texts.ts';
import { canView, FilePicture, sharedLabel, useContentParts, useKindName } from '../stored-file/index.ts';

/** Shows the file to sell, and warnings about selling it. */
export function FileCard({ content }: { content: LocalContent }) {
  const { content_type: type } = content;
  const kind = useKindName(content.content_id, type);
  const doubts = doubtsOf(content);
  return (
    <SectionCard title={isCollectionType(type) ? kind : t('selling.file.title')}>
      <Group wrap="nowrap" gap="sm">
        <FilePicture content={content} size={48} />
        <Stack gap={4} miw={0}>
          <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
            {isCollectionType(type) ? content.title : content.name}
          </Text>
          <SmallNote>
            {kind} · <Extent content={content} />
          </SmallNote>
        </Stack>
      </Group>
      {doubts.length > 0 && (
        <Alert
          role="note"
          color="yellow"
          icon={<IconInfoCircle aria-hidden />}
          title={t('selling.file.before')}
        >
          <List size="sm" spacing={4}>
            {doubts.map((doubt) => (
              <List.Item key={doubt}>{doubt}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Group gap="sm">
        {canView(content) && (
          <LinkButton
            to={itemPathOf(content.content_id)}
            state={{ backLabel: t('selling.title') } satisfies BackState}
            size="xs"
          >
            {t('content.menu.open')}
          </LinkButton>
        )}
        <Anchor component={Link} to={paths.sell} size="sm">
          {t('selling.file.another')}
        </Anchor>
      </Group>
    </SectionCard>
  );
}

/** Shows the number of files of a collection, or the size of a file. */
function Extent({ content }: { content: LocalContent }) {
  const { content_id: id, content_type: type, size } = content;
  const parts = useContentParts(isCollectionType(type) ? id : null).data?.parts;
  return parts ? t('collections.items', { count: parts.length }) : formatBytes(size);
}

/** Returns warnings: that others may get the file without paying, or that the user may not have the rights to it. */
function doubtsOf({ published, shares, copy, uploaded_by: by }: LocalContent): string[] {
  const shared = sharedLabel(shares);
  return [
    ...(copy === null ? [] : [t('selling.file.doubt.copied', { node: hostName(copy.host) })]),
    ...(copy === null && by.id !== 'owner' ? [t('selling.file.doubt.storedBy', { name: by.name })] : []),
    ...(published ? [t('selling.file.doubt.public')] : []),
    ...(shared === null ? [] : [t('selling.file.doubt.shared')]),
  ];
}
