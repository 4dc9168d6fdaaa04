import { Stack, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import type { MarketItem } from '../../../src/contract/dashboard-api/market.ts';
import { t } from '../../lib/i18n/language.ts';
import { BareList } from '../../ui/lists/bare-list.tsx';
import { LongGrid } from '../../ui/lists/long-grid.tsx';
import { LongList } from '../../ui/lists/long-list.tsx';
import { Note } from '../../ui/values/texts.ts';
import { MarketTile, useMarket } from '../market/index.ts';
import { FileTile } from '../stored-file/index.ts';

/** Lists what a wallet sells, newest first. @param name the author's name */
export function StoreWorks({ address, name }: { address: string; name: string }) {
  const works = useMarket({ owner: address, sort: 'newest' });
  return (
    <Works title={t('author.inStore')}>
      {() => (
        <LongList
          list={works}
          isBare
          none={<Note>{t('author.nothingInStore')}</Note>}
          loading={t('content.loading')}
        >
          <LongGrid list={works} label={t('author.inStore')} keyOf={keyOf} tileWidth={160}>
            {(item) => <MarketTile item={item} backLabel={name} />}
          </LongGrid>
        </LongList>
      )}
    </Works>
  );
}

const keyOf = (item: MarketItem) => item.content_address;

/** Lists the works that are stored here, newest first. @param name the author's name */
export function LibraryWorks({ files, name }: { files: readonly LocalContent[]; name: string }) {
  return (
    <Works title={t('author.inLibrary')}>
      {(headingId) =>
        files.length === 0 ? (
          <Note>{t('author.nothingInLibrary')}</Note>
        ) : (
          <BareList className="tiles" aria-labelledby={headingId}>
            {files.map((content) => (
              <li key={content.content_id}>
                <FileTile content={content} backLabel={name} />
              </li>
            ))}
          </BareList>
        )
      }
    </Works>
  );
}

function Works({ title, children }: { title: string; children(headingId: string): ReactNode }) {
  const headingId = useId();
  return (
    <Stack component="section" gap="sm" aria-labelledby={headingId}>
      <Title order={2} id={headingId}>
        {title}
      </Title>
      {children(headingId)}
    </Stack>
  );
}
