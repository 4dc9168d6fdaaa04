import { Anchor, DataList, Stack } from '@mantine/core';
import { Link } from 'react-router';
import type { LocalContent } from '../../../../src/contract/dashboard-api/content.ts';
import type { Item } from '../../../../src/contract/dashboard-api/library/items.ts';
import { formatExactTime } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/language.ts';
import { collectionPathOf } from '../../../lib/paths.ts';
import type { BackState } from '../../../ui/navigation/back-link.tsx';
import { Fact } from '../../../ui/values/fact.tsx';
import { isOwners, MediaFacts, originLabel } from '../../stored-file/index.ts';
import { itemTitle } from '../item-labels.ts';
import { type ItemAccess, Preview } from '../preview.tsx';

interface AboutTabProps {
  item: Item;
  opening: ItemAccess;
}

/** Shows the author's description of an item, its preview, and the collections that contain it. */
export function AboutTab({ item, opening }: AboutTabProps) {
  const { content, offer } = item;
  return (
    <Stack gap="lg">
      <Preview item={item} opening={opening} />
      <DataList labelWidth="9rem">
        <Description item={item} />
        {content && <MediaFacts content={content} />}
        <Collections item={item} />
        {offer && <Fact label={t('market.columns.since')}>{formatExactTime(offer.created_at)}</Fact>}
        {content && <OriginFacts content={content} />}
      </DataList>
    </Stack>
  );
}

/** Shows the texts of the record, or else those of the registration. */
function Description({ item: { content, offer, remote } }: { item: Item }) {
  const described = [content, offer, remote].filter((each) => each !== null);
  const description = described.find((each) => each.description !== '')?.description;
  const authors = described.find((each) => each.authors.length > 0)?.authors;
  const hashtags = described.find((each) => each.hashtags.length > 0)?.hashtags;
  return (
    <>
      {description !== undefined && (
        <Fact label={t('content.details.description')}>
          <bdi>{description}</bdi>
        </Fact>
      )}
      {authors && (
        <Fact label={t('content.details.authors')}>
          <bdi>{authors.join(', ')}</bdi>
        </Fact>
      )}
      {hashtags && (
        <Fact label={t('content.details.hashtags')}>
          <bdi>{hashtags.map((tag) => `#${tag}`).join(' ')}</bdi>
        </Fact>
      )}
    </>
  );
}

function Collections({ item }: { item: Item }) {
  if (item.collections.length === 0) return null;
  return (
    <Fact label={t('frame.pages.collections')}>
      <Stack gap={0} align="flex-start">
        {item.collections.map(({ collection_id: id, title }) => (
          <Anchor
            key={id}
            component={Link}
            to={collectionPathOf(id)}
            state={{ backLabel: itemTitle(item) } satisfies BackState}
            inherit
            lh="1.5rem"
          >
            <bdi>{title}</bdi>
          </Anchor>
        ))}
      </Stack>
    </Fact>
  );
}

/** Shows when and from where a file came to this node. */
function OriginFacts({ content }: { content: LocalContent }) {
  const { copy, created_at: added, updated_at: changed } = content;
  return (
    <>
      <Fact label={t('content.columns.added')}>{formatExactTime(added)}</Fact>
      {changed !== added && <Fact label={t('content.details.changed')}>{formatExactTime(changed)}</Fact>}
      <Fact label={t('content.details.storedBy')}>
        {isOwners(content) ? t('content.details.you') : <bdi>{content.uploaded_by.name}</bdi>}
      </Fact>
      {copy && (
        <>
          <Fact label={t('content.details.copy')}>{originLabel(content).join(', ')}</Fact>
          <Fact label={t('content.details.fetched')}>{formatExactTime(copy.fetched_at)}</Fact>
          <Fact label={t('content.details.lastUsed')}>{formatExactTime(copy.last_used_at)}</Fact>
        </>
      )}
    </>
  );
}
