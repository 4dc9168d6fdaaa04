import { DataList } from '@mantine/core';
import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { formatBytes, formatExactTime } from '../../lib/format/format.ts';
import { hostName } from '../../lib/format/host-name.ts';
import { t } from '../../lib/i18n/language.ts';
import { openDialog } from '../../ui/dialogs/dialogs.ts';
import { CopyableValue } from '../../ui/values/copyable-value.tsx';
import { Fact } from '../../ui/values/fact.tsx';
import { shareKeyLabel, shareStateLabel } from '../sharing/index.ts';
import {
  damageLabel,
  isOwners,
  isRestrictedForSale,
  MediaFacts,
  originLabel,
  plainName,
  plainType,
  publishedLabel,
  saleLabel,
} from '../stored-file/index.ts';

export function openDetails(content: LocalContent): void {
  openDialog({ title: content.title, size: 'lg', children: () => <ContentDetails content={content} /> });
}

interface ContentProps {
  content: LocalContent;
}

function ContentDetails({ content }: ContentProps) {
  return (
    <DataList labelWidth="8rem">
      <RecordFacts content={content} />
      <MediaFacts content={content} />
      <OriginFacts content={content} />
      <StorageFacts content={content} />
      <IdFacts content={content} />
    </DataList>
  );
}

function RecordFacts({ content }: ContentProps) {
  const { description, published } = content;
  const authors = content.authors.join(', ');
  const hashtags = content.hashtags.map((tag) => `#${tag}`).join(' ');
  return (
    <>
      <Fact label={t('content.details.fileName')}>
        <bdi>{plainName(content)}</bdi>
      </Fact>
      {description !== '' && (
        <Fact label={t('content.details.description')}>
          <bdi>{description}</bdi>
        </Fact>
      )}
      {authors !== '' && (
        <Fact label={t('content.details.authors')}>
          <bdi>{authors}</bdi>
        </Fact>
      )}
      {hashtags !== '' && (
        <Fact label={t('content.details.hashtags')}>
          <bdi>{hashtags}</bdi>
        </Fact>
      )}
      <Fact label={t('content.details.published')}>
        {isRestrictedForSale(content)
          ? t(published ? 'content.publishedBadge' : 'content.unlistedBadge')
          : publishedLabel(published)}
      </Fact>
    </>
  );
}

/** Shows where a content came from, and where it is shared or sold. */
function OriginFacts({ content }: ContentProps) {
  const { copy, shares } = content;
  const sale = saleLabel(content);
  return (
    <>
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
      {shares.map(({ host, state, key, url, page_url: pageUrl }) => (
        <Fact key={host} label={t('content.details.sharedOn')}>
          <bdi>{hostName(host)}</bdi>: {shareStateLabel(state).label.toLowerCase()}
          {key !== 'none' && `. ${shareKeyLabel(key)}`}
          {state === 'shared' && (
            <CopyableValue value={pageUrl ?? url} what={t('content.details.what.link')} />
          )}
        </Fact>
      ))}
      {sale !== null && <Fact label={t('content.details.sale')}>{sale}</Fact>}
    </>
  );
}

function StorageFacts({ content }: ContentProps) {
  const { damage, size, verified_at: checked, created_at: added, updated_at: changed } = content;
  const time = checked === null ? t('content.details.notChecked') : formatExactTime(checked);
  return (
    <>
      <Fact label={t('content.details.lastChecked')}>
        {damage !== null && `${damageLabel(damage)} `}
        {damage === null && checked !== null ? t('content.details.inOrder', { time }) : time}
      </Fact>
      <Fact label={t('content.columns.type')}>{plainType(content)}</Fact>
      <Fact label={t('content.columns.size')}>
        {size < 1024
          ? formatBytes(size)
          : t('content.details.bytes', { size: formatBytes(size), count: size })}
      </Fact>
      <Fact label={t('content.columns.added')}>{formatExactTime(added)}</Fact>
      {changed !== added && <Fact label={t('content.details.changed')}>{formatExactTime(changed)}</Fact>}
    </>
  );
}

function IdFacts({ content }: ContentProps) {
  const { content_id: id, content_sha256: hash, content_url: url, cover_id: cover } = content;
  return (
    <>
      <Fact label={t('content.details.contentId')}>
        <CopyableValue value={id} what={t('content.details.what.contentId')} />
      </Fact>
      <Fact label="SHA-256">
        <CopyableValue value={hash} what={t('content.details.what.sha256')} />
      </Fact>
      {!isRestrictedForSale(content) && (
        <Fact label={t('content.details.link')}>
          <CopyableValue value={url} what={t('content.details.what.link')} />
        </Fact>
      )}
      {cover !== null && (
        <Fact label={t('content.cover.label')}>
          <CopyableValue value={cover} what={t('content.details.what.coverId')} />
        </Fact>
      )}
    </>
  );
}
