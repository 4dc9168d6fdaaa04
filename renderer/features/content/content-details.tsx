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
  originLabel,
  plainName,
  plainType,
  publishedLabel,
  saleLabel,
} from '../stored-file/index.ts';

/** Opens the details of a content. */
export function openDetails(content: LocalContent): void {
  openDialog({ title: content.title, size: 'lg', children: () => <ContentDetails content={content} /> });
}

function ContentDetails({ content }: { content: LocalContent }) {
  const sale = saleLabel(content);
  const isRestricted = isRestrictedForSale(content);
  return (
    <DataList labelWidth="8rem">
      <Fact label={t('content.details.fileName')}>
        <bdi>{plainName(content)}</bdi>
      </Fact>
      {content.description !== '' && (
        <Fact label={t('content.details.description')}>
          <bdi>{content.description}</bdi>
        </Fact>
      )}
      {content.authors.length > 0 && (
        <Fact label={t('content.details.authors')}>
          <bdi>{content.authors.join(', ')}</bdi>
        </Fact>
      )}
      {content.hashtags.length > 0 && (
        <Fact label={t('content.details.hashtags')}>
          <bdi>{content.hashtags.map((tag) => `#${tag}`).join(' ')}</bdi>
        </Fact>
      )}
      <Fact label={t('content.details.published')}>
        {t(content.published ? 'content.details.yes' : 'content.details.no')}{' '}
        {!isRestricted && publishedLabel(content.published)}
      </Fact>
      <Fact label={t('content.details.storedBy')}>
        {isOwners(content) ? t('content.details.you') : <bdi>{content.uploaded_by.name}</bdi>}
      </Fact>
      {content.copy && (
        <>
          <Fact label={t('content.details.copy')}>{originLabel(content).join(', ')}</Fact>
          <Fact label={t('content.details.fetched')}>{formatExactTime(content.copy.fetched_at)}</Fact>
          <Fact label={t('content.details.lastUsed')}>{formatExactTime(content.copy.last_used_at)}</Fact>
        </>
      )}
      {content.shares.map((share) => (
        <Fact key={share.host} label={t('content.details.sharedOn')}>
          <bdi>{hostName(share.host)}</bdi>: {shareStateLabel(share.state).label.toLowerCase()}
          {share.key !== 'none' && `. ${shareKeyLabel(share.key)}`}
          {share.state === 'shared' && (
            <CopyableValue value={share.url} what={t('content.details.what.link')} />
          )}
        </Fact>
      ))}
      {sale !== null && <Fact label={t('content.details.sale')}>{sale}</Fact>}
      <Fact label={t('content.details.lastChecked')}>
        {content.damage !== null && `${damageLabel(content.damage)} `}
        {content.verified_at === null
          ? t('content.details.notChecked')
          : content.damage === null
            ? t('content.details.inOrder', { time: formatExactTime(content.verified_at) })
            : formatExactTime(content.verified_at)}
      </Fact>
      <Fact label={t('content.details.type')}>{plainType(content)}</Fact>
      <Fact label={t('content.details.size')}>
        {content.size < 1024
          ? formatBytes(content.size)
          : t('content.details.bytes', { size: formatBytes(content.size), count: content.size })}
      </Fact>
      <Fact label={t('content.added')}>{formatExactTime(content.created_at)}</Fact>
      {content.updated_at !== content.created_at && (
        <Fact label={t('content.details.changed')}>{formatExactTime(content.updated_at)}</Fact>
      )}
      <Fact label={t('content.details.contentId')}>
        <CopyableValue value={content.content_id} what={t('content.details.what.contentId')} />
      </Fact>
      <Fact label="SHA-256">
        <CopyableValue value={content.content_sha256} what={t('content.details.what.sha256')} />
      </Fact>
      {!isRestricted && (
        <Fact label={t('content.details.link')}>
          <CopyableValue value={content.content_url} what={t('content.details.what.link')} />
        </Fact>
      )}
      {content.cover_id !== null && (
        <Fact label={t('content.details.cover')}>
          <CopyableValue value={content.cover_id} what={t('content.details.what.coverId')} />
        </Fact>
      )}
    </DataList>
  );
}
