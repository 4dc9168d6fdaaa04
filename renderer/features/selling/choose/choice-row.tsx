import { Group, Table, Text } from '@mantine/core';
import { memo } from 'react';
import type { LocalContent } from '../../../../src/contract/dashboard-api/content.ts';
import { kindOf } from '../../../lib/format/file-kind.ts';
import { formatBytes } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/language.ts';
import { sellPathOf } from '../../../lib/paths.ts';
import { Cover } from '../../../ui/media/cover.tsx';
import { LinkButton } from '../../../ui/navigation/link-button.tsx';
import { SmallNote } from '../../../ui/values/texts.ts';
import { originLabel, pictureOf, plainName, plainType, shownTitle } from '../../stored-file/index.ts';

/** Shows a file with the link to sell it. */
export const ChoiceRow = memo(function Row({ content, index }: { content: LocalContent; index: number }) {
  const name = plainName(content);
  const shown = shownTitle(content);
  const below = [
    ...(shown === name ? [] : [name]),
    formatBytes(content.size),
    kindOf(plainType(content), content.collection_kind),
    ...originLabel(content),
  ];
  return (
    <Table.Tr data-index={index} aria-rowindex={index + 2}>
      <Table.Th scope="row" fw={400}>
        <Group gap="sm" wrap="nowrap">
          <Cover url={pictureOf(content)} contentType={plainType(content)} size={36} />
          <div style={{ minWidth: 0 }}>
            <Text size="sm" truncate title={name}>
              {shown}
            </Text>
            <SmallNote truncate>{below.join(' · ')}</SmallNote>
          </div>
        </Group>
      </Table.Th>
      <Table.Td ta="end">
        <Choose content={content} name={shown} />
      </Table.Td>
    </Table.Tr>
  );
});

function Choose({
  content: { encrypted, damage, content_id: id },
  name,
}: {
  content: LocalContent;
  name: string;
}) {
  if (encrypted?.content_address) {
    return <SmallNote>{t(`selling.choose.${encrypted.withdrawn ? 'withdrawn' : 'inStore'}`)}</SmallNote>;
  }
  if (damage !== null) {
    return (
      <Text size="xs" c="var(--mantine-color-error)">
        {t('selling.choose.damaged')}
      </Text>
    );
  }
  return (
    <LinkButton to={sellPathOf(id)} size="xs" aria-label={t('selling.choose.publishOf', { name })}>
      {t('content.menu.publish')}
    </LinkButton>
  );
}
