import { Button, Card, Group, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import type { Item } from '../../../src/contract/dashboard-api/library/items.ts';
import type { MarketItem } from '../../../src/contract/dashboard-api/market.ts';
import { isCollectionType } from '../../lib/format/file-kind.ts';
import { t } from '../../lib/i18n/language.ts';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import { Note } from '../../ui/values/texts.ts';
import { canPlay, usePlayer } from '../player/index.ts';
import { useContent } from '../stored-file/index.ts';
import { useFetchCopy } from '../transfers/index.ts';
import { StoredViewer } from '../viewer/index.ts';
import { itemTitle, itemType } from './item-labels.ts';

/** Whether the file is shown on the page, or why it is not. */
export type ItemAccess = 'open' | 'unlicensed' | 'closed';

interface PreviewProps {
  item: Item;
  opening: ItemAccess;
}

/** Shows the preview of an item, and how the file can be opened. */
export function Preview({ item, opening }: PreviewProps) {
  // The preview of a collection is its list.
  const previewId = isCollectionType(itemType(item)) ? null : (item.offer?.preview_id ?? null);
  const closed = item.content ? closedLine(item.content, opening) : <NotStored item={item} />;
  if (previewId === null && closed === null) return null;
  return (
    <Card>
      <Stack gap="md">
        {previewId !== null && <Sample id={previewId} title={itemTitle(item)} />}
        {closed}
      </Stack>
    </Card>
  );
}

/** Returns why a stored file is not opened; null if there is no reason to show. */
function closedLine({ encrypted }: LocalContent, opening: ItemAccess): ReactNode {
  if (opening === 'unlicensed') return <Line text={t('viewer.unlicensed.text')} />;
  if (opening === 'open' || encrypted?.key !== false) return null;
  return <Line text={t('market.preview.keyMissing')} />;
}

/** Plays or shows the preview on request. */
function Sample({ id, title }: { id: string; title: string }) {
  const [isWanted, setWanted] = useState(false);
  const { play } = usePlayer();
  const stored = useContent(id).data;
  const get = useFetchCopy(id);
  // A preview that is stored elsewhere opens once it is fetched.
  const opened = isWanted ? stored : undefined;
  const hasStarted = useRef(false);
  useEffect(() => {
    if (!opened || hasStarted.current) return;
    hasStarted.current = true;
    if (canPlay(opened)) play([opened]);
  }, [opened, play]);
  const open = () => {
    setWanted(true);
    if (!stored) get.mutate({ pinned: false }, { onError: notifyProblem });
  };
  if (opened) return <StoredViewer content={opened} />;
  return (
    <Line text={t('market.sample.text')}>
      <Button
        size="xs"
        variant="default"
        aria-label={get.isSuccess ? undefined : t('market.sample.openOf', { title })}
        loading={get.isPending}
        disabled={get.isSuccess}
        onClick={open}
      >
        {t(get.isSuccess ? 'market.preview.onItsWay' : 'market.sample.open')}
      </Button>
    </Line>
  );
}

/** Returns whether the node decrypts the content for its owner. */
const isOpenTo = ({ mine, licences }: MarketItem): boolean => mine || licences.length > 0;

function NotStored({ item }: { item: Item }) {
  const { offer, remote } = item;
  const id = (offer ?? remote)?.content_id ?? null;
  if (id === null) return <Line text={t('market.preview.noFile')} />;
  if (offer && !isOpenTo(offer) && offer.price !== '0') return <Line text={t('market.preview.elsewhere')} />;
  return (
    <Line text={t('market.preview.notYet')}>
      <Get id={id} title={itemTitle(item)} />
    </Line>
  );
}

function Get({ id, title }: { id: string; title: string }) {
  const get = useFetchCopy(id);
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={get.isSuccess ? undefined : t('discovery.getOf', { title })}
      loading={get.isPending}
      disabled={get.isSuccess}
      onClick={() => get.mutate({ pinned: true }, { onError: notifyProblem })}
    >
      {t(get.isSuccess ? 'market.preview.onItsWay' : 'discovery.get')}
    </Button>
  );
}

function Line({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <Group justify="space-between" gap="sm">
      <Note>{text}</Note>
      {children}
    </Group>
  );
}
