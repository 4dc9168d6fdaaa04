import { Button, Card, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { Link } from 'react-router';
import type { LocalContent } from '../../../src/contract/local.ts';
import { FoundCount } from '../../components/found-count.tsx';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { originWords, ownTitle } from '../../lib/content-words.ts';
import { formatBytes } from '../../lib/format.ts';
import { t } from '../../lib/language.ts';
import { publishPathOf } from '../../lib/publish-path.ts';
import { useContents } from '../../lib/queries.ts';
import { heldName } from '../../lib/sealed-words.ts';
import { NoMatches, NothingStored } from '../content/empty-states.tsx';

/** The files on this node, newest first, to choose from. */
export function StoredChoice() {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 250);
  const contents = useContents(search);
  const { data, error, isPlaceholderData, hasNextPage, isFetchingNextPage } = contents;
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  if (data && items.length === 0 && search === '' && typed === '') return <NothingStored />;
  return (
    <Stack gap="sm">
      <SearchField
        label={t('content.search')}
        value={typed}
        onChange={setTyped}
        isSearching={isPlaceholderData}
      />
      <FoundCount
        words={
          items.length > 0 && search !== '' ? t('content.files', { count: data?.pages[0]?.total ?? 0 }) : ''
        }
      />
      {error && <ProblemAlert error={error} onRetry={() => void contents.refetch()} />}
      {!data && !error && (
        <Skeleton height={240} role="status" aria-busy="true" aria-label={t('publish.choose.loading')} />
      )}
      {data && items.length === 0 && <NoMatches search={search} />}
      {items.length > 0 && (
        <Card py="xs">
          <Stack
            component="ul"
            gap={0}
            p={0}
            m={0}
            aria-label={t('publish.choose.files')}
            style={{ listStyle: 'none' }}
          >
            {items.map((content) => (
              <Choice key={content.content_id} content={content} />
            ))}
          </Stack>
        </Card>
      )}
      {hasNextPage && (
        <Button
          variant="default"
          style={{ alignSelf: 'center' }}
          loading={isFetchingNextPage}
          onClick={() => void contents.fetchNextPage()}
        >
          {t('common.showMore')}
        </Button>
      )}
    </Stack>
  );
}

function Choice({ content }: { content: LocalContent }) {
  const name = heldName(content);
  const { size, content_type: type, content_id: id, damage, sealed } = content;
  const shown = ownTitle(content) ?? name;
  const below = [
    ...(shown === name ? [] : [name]),
    formatBytes(size),
    type.split(';', 1)[0] ?? '',
    ...originWords(content),
  ];
  return (
    <Group component="li" wrap="nowrap" justify="space-between" py="xs">
      <Stack gap={0} miw={0}>
        <Text size="sm" truncate title={name}>
          {shown}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {below.join(' · ')}
        </Text>
      </Stack>
      {sealed?.content_address ? (
        <Text size="xs" c="dimmed">
          {t('publish.choose.published')}
        </Text>
      ) : damage === null ? (
        <Button
          component={Link}
          to={publishPathOf(id)}
          size="xs"
          variant="default"
          aria-label={t('publish.choose.publishOf', { name: shown })}
          style={{ flexShrink: 0 }}
        >
          {t('publish.choose.publish')}
        </Button>
      ) : (
        <Text size="xs" c="var(--mantine-color-error)">
          {t('publish.choose.damaged')}
        </Text>
      )}
    </Group>
  );
}
