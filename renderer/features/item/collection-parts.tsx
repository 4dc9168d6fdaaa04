import { ActionIcon, Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import type { Item } from '../../../src/contract/dashboard-api/library/items.ts';
import type { ContentPart } from '../../../src/contract/dashboard-api/licensing.ts';
import { kindOf } from '../../lib/format/file-kind.ts';
import { formatBytes, formatLength } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { Note, SmallNote } from '../../ui/values/texts.ts';
import { canPlay, PlayingMark, playLabel, usePlayer } from '../player/index.ts';
import { useContentParts } from '../stored-file/index.ts';
import { useFetchCopy } from '../transfers/index.ts';
import classes from './collection-parts.module.css';

interface CollectionPartsProps {
  item: Item;
  /** Whether the owner of the node may open them. */
  isOpen: boolean;
}

/** Lists the contents of a collection that is sold as one, and plays those that may be opened. */
export function CollectionParts({ item, isOpen }: CollectionPartsProps) {
  const parts = useContentParts(item.item_id).data?.parts ?? [];
  const player = usePlayer();
  if (parts.length === 0) return <Unknown list={item.offer?.preview_id ?? null} />;
  const playable = parts.flatMap(({ content }) => (isOpen && content && canPlay(content) ? [content] : []));
  const playAll = (
    <Button leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={() => player.play(playable)}>
      {playLabel(playable)}
    </Button>
  );
  return (
    <SectionCard
      title={t('item.parts.title', { count: parts.length })}
      aside={playable.length > 0 && playAll}
    >
      <Box component="ol" className={classes.list ?? ''}>
        {parts.map((part, index) => {
          const at = part.content ? playable.indexOf(part.content) : -1;
          const onPlay = at < 0 ? undefined : () => player.play(playable, at);
          return <Part key={part.content_id} part={part} number={index + 1} onPlay={onPlay} />;
        })}
      </Box>
    </SectionCard>
  );
}

interface PartProps {
  part: ContentPart;
  number: number;
  /** Undefined where it cannot be played. */
  onPlay: (() => void) | undefined;
}

function Part({ part, number, onPlay }: PartProps) {
  const { title, content_type: type, size, duration_ms: length } = part;
  const extent = length === null ? formatBytes(size) : formatLength(length);
  return (
    <li className={classes.part}>
      <Text size="sm" c="dimmed" className={classes.number ?? ''} aria-hidden>
        {number}
      </Text>
      <Stack gap={0} miw={0} flex={1}>
        <Group gap={6} wrap="nowrap">
          <PlayingMark contentId={part.content_id} />
          <Text size="sm" truncate title={title} translate="no">
            {title}
          </Text>
        </Group>
        <SmallNote>
          {kindOf(type)} · {extent}
        </SmallNote>
      </Stack>
      {onPlay && (
        <ActionIcon aria-label={t('player.playOf', { title })} onClick={onPlay}>
          <IconPlayerPlay size={16} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}

/** Gets the public list of a collection from other nodes, on request. */
function Unknown({ list }: { list: string | null }) {
  const get = useFetchCopy(list ?? '');
  if (list === null) return null;
  return (
    <SectionCard title={t('item.parts.untitled')}>
      <Group justify="space-between" gap="sm">
        <Note>{t('item.parts.unknown')}</Note>
        <Button
          size="xs"
          variant="default"
          loading={get.isPending}
          disabled={get.isSuccess}
          onClick={() => get.mutate({ pinned: false }, { onError: notifyProblem })}
        >
          {t(get.isSuccess ? 'market.preview.onItsWay' : 'item.parts.show')}
        </Button>
      </Group>
    </SectionCard>
  );
}
