import { DataList } from '@mantine/core';
import type { ReactNode } from 'react';
import type { LocalContent } from '../../../src/contract/local.ts';
import { CopyableValue } from '../../components/copyable-value.tsx';
import { damageWords, isOwners, originWords, publishedWords } from '../../lib/content-words.ts';
import { openDialog } from '../../lib/dialogs.ts';
import { formatBytes, formatCount, formatExactTime } from '../../lib/format.ts';
import { hostName } from '../../lib/peer-words.ts';
import { heldName, heldType, isClosedForSale, saleWords, shareKeyWords } from '../../lib/sealed-words.ts';
import { shareStateWords } from '../../lib/share-words.ts';

/** Shows all that is known of a content. */
export function openDetails(content: LocalContent): void {
  openDialog({ title: content.title, size: 'lg', children: <ContentDetails content={content} /> });
}

function ContentDetails({ content }: { content: LocalContent }) {
  const sale = saleWords(content);
  const isClosed = isClosedForSale(content);
  return (
    <DataList labelWidth="8rem">
      <Fact label="File name">{heldName(content)}</Fact>
      {content.description !== '' && <Fact label="Description">{content.description}</Fact>}
      {content.authors.length > 0 && <Fact label="Authors">{content.authors.join(', ')}</Fact>}
      {content.hashtags.length > 0 && (
        <Fact label="Hashtags">{content.hashtags.map((tag) => `#${tag}`).join(' ')}</Fact>
      )}
      <Fact label="Published">
        {content.published ? 'Yes. ' : 'No. '}
        {!isClosed && publishedWords(content.published)}
      </Fact>
      <Fact label="Stored by">{isOwners(content) ? 'You' : content.uploaded_by.name}</Fact>
      {content.copy && (
        <>
          <Fact label="Copy">{originWords(content).join(', ')}</Fact>
          <Fact label="Fetched">{formatExactTime(content.copy.fetched_at)}</Fact>
          <Fact label="Last used">{formatExactTime(content.copy.last_used_at)}</Fact>
        </>
      )}
      {content.shares.map((share) => (
        <Fact key={share.host} label="Shared on">
          {hostName(share.host)}: {shareStateWords(share.state).label.toLowerCase()}
          {share.key !== 'none' && `. ${shareKeyWords(share.key)}`}
          {share.state === 'shared' && <CopyableValue value={share.url} what="the link" />}
        </Fact>
      ))}
      {sale !== null && <Fact label="Sale">{sale}</Fact>}
      <Fact label="Last checked">
        {content.damage !== null && `${damageWords(content.damage)} `}
        {content.verified_at === null
          ? 'Not since it was stored'
          : `${formatExactTime(content.verified_at)}${content.damage === null ? ', in order' : ''}`}
      </Fact>
      <Fact label="Type">{heldType(content)}</Fact>
      <Fact label="Size">
        {content.size < 1024
          ? formatBytes(content.size)
          : `${formatBytes(content.size)} (${formatCount(content.size)} bytes)`}
      </Fact>
      <Fact label="Added">{formatExactTime(content.created_at)}</Fact>
      {content.updated_at !== content.created_at && (
        <Fact label="Changed">{formatExactTime(content.updated_at)}</Fact>
      )}
      <Fact label="Content id">
        <CopyableValue value={content.content_id} what="the content id" />
      </Fact>
      <Fact label="SHA-256">
        <CopyableValue value={content.content_sha256} what="the SHA-256" />
      </Fact>
      {!isClosed && (
        <Fact label="Link">
          <CopyableValue value={content.content_url} what="the link" />
        </Fact>
      )}
      {content.cover_id !== null && (
        <Fact label="Cover">
          <CopyableValue value={content.cover_id} what="the content id of the cover" />
        </Fact>
      )}
    </DataList>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <DataList.Item>
      <DataList.ItemLabel>{label}</DataList.ItemLabel>
      <DataList.ItemValue style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {children}
      </DataList.ItemValue>
    </DataList.Item>
  );
}
