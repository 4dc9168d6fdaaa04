import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconCoin, IconShare2 } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { Link } from 'react-router';
import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import type { Item } from '../../../src/contract/dashboard-api/library/items.ts';
import type { AccessLink } from '../../../src/contract/dashboard-api/licensing.ts';
import type { MarketItem } from '../../../src/contract/dashboard-api/market.ts';
import { useRate } from '../../lib/api/use-rate.ts';
import { isCollectionType } from '../../lib/format/file-kind.ts';
import { t } from '../../lib/i18n/language.ts';
import { authorPathOf, sellPathOf } from '../../lib/paths.ts';
import { useIsPhone } from '../../ui/layout/use-is-phone.ts';
import { TilePicture } from '../../ui/media/tile-picture.tsx';
import type { BackState } from '../../ui/navigation/back-link.tsx';
import { LinkButton } from '../../ui/navigation/link-button.tsx';
import { useTrades } from '../chain/index.ts';
import { ContentMenu } from '../library/index.ts';
import { BuyButtons, ChangeTermsButton, offerLabel, useRequestCover } from '../market/index.ts';
import { useWantedMedia } from '../media/index.ts';
import { canPlay, useIsFilmShown } from '../player/index.ts';
import { openShareDialog } from '../sharing/index.ts';
import { isOwners, pictureOf, useKindName } from '../stored-file/index.ts';
import { SaveButton } from '../viewer/index.ts';
import classes from './item.module.css';
import { itemAuthor, itemFacts, itemTitle, itemType } from './item-labels.ts';
import { PlayItem } from './play-item.tsx';
import type { ItemAccess } from './preview.tsx';

interface ItemHeadProps {
  title: ReactNode;
  item: Item;
  /** The opened file; undefined if it is not open. */
  accessLink: AccessLink | undefined;
  opening: ItemAccess;
}

/** Shows picture, title, author and facts of an item, and the buttons for its actions. */
export function ItemHead({ title, item, accessLink, opening }: ItemHeadProps) {
  const { content, offer } = item;
  const picture = useItemPicture(item, opening);
  const isCollection = isCollectionType(itemType(item));
  const kind = useKindName(item.item_id, itemType(item));
  return (
    <div className={classes.head} data-picture={picture ? '' : undefined}>
      {picture && <div className={classes.picture}>{picture}</div>}
      <Stack gap="sm" miw={0}>
        <div>
          {title}
          <AuthorLine item={item} />
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {itemFacts(item, kind).join(' · ')}
          </Text>
        </div>
        {offer && (offer.withdrawn || offer.mine) && <Standing offer={offer} />}
        {offer && !offer.withdrawn && !offer.mine && <BuyButtons item={offer} />}
        <Group gap="sm">
          {content && accessLink && canPlay(content) && <PlayItem content={content} />}
          {offer?.mine && <ChangeTermsButton item={offer} />}
          {content && <FileActions content={content} accessLink={isCollection ? undefined : accessLink} />}
        </Group>
      </Stack>
    </div>
  );
}

/** Returns the picture of an item; null if the file itself is shown below, now or after loading. */
function useItemPicture(item: Item, opening: ItemAccess): ReactNode {
  const { content, offer } = item;
  useRequestCover(offer);
  const isFilmShown = useIsFilmShown(content);
  const isReadable = content && opening !== 'unlicensed' && content.encrypted?.key !== false;
  const isShownBelow = isReadable && !canPlay(content) && !isCollectionType(itemType(item));
  if (isFilmShown || isShownBelow) return null;
  const url = (content && pictureOf(content)) ?? offer?.cover_url ?? null;
  const shown = <TilePicture url={url} contentType={itemType(item)} id={item.item_id} />;
  return content ? <WantedPicture content={content}>{shown}</WantedPicture> : shown;
}

/** Requests the missing picture of a file. */
function WantedPicture({ content, children }: { content: LocalContent; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useWantedMedia(box, content);
  return <div ref={box}>{children}</div>;
}

/** Shows whether an item belongs to the owner, and the price of its licence. */
function Standing({ offer }: { offer: MarketItem }) {
  return <Text fw={700}>{offerLabel(offer, useRate())}</Text>;
}

function AuthorLine({ item }: { item: Item }) {
  const name = itemAuthor(item);
  if (name === null) return null;
  return (
    <Text fw={600} translate="no" style={{ overflowWrap: 'anywhere' }}>
      {item.author_address === null ? (
        <bdi>{name}</bdi>
      ) : (
        <Anchor
          component={Link}
          to={authorPathOf(item.author_address)}
          state={{ backLabel: itemTitle(item) } satisfies BackState}
          inherit
          lh="1.5rem"
        >
          <bdi>{name}</bdi>
        </Anchor>
      )}
    </Text>
  );
}

interface FileActionsProps {
  content: LocalContent;
  /** Undefined for a file that is not open, and for a collection. */
  accessLink: AccessLink | undefined;
}

function FileActions({ content, accessLink }: FileActionsProps) {
  const trades = useTrades();
  const isPhone = useIsPhone();
  const play = accessLink !== undefined && canPlay(content);
  // A phone has space for the main action only; the menu has the others.
  const buttons = {
    play,
    share: !isPhone || !play,
    sell: !isPhone && trades && !content.encrypted && !content.copy && isOwners(content),
    save: !isPhone && accessLink?.downloadable === true,
  };
  return (
    <>
      {buttons.share && (
        <Button
          variant="default"
          leftSection={<IconShare2 size={16} aria-hidden />}
          onClick={() => openShareDialog(content)}
        >
          {t('content.menu.share')}
        </Button>
      )}
      {buttons.sell && (
        <LinkButton to={sellPathOf(content.content_id)} leftSection={<IconCoin size={16} aria-hidden />}>
          {t('content.menu.publish')}
        </LinkButton>
      )}
      {buttons.save && accessLink && <SaveButton content={content} accessLink={accessLink} />}
      <ContentMenu content={content} buttons={buttons} />
    </>
  );
}
