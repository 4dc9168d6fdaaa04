import { Button, Card, Group, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import type { MarketItem } from '../../../src/contract/dashboard-api/market.ts';
import { titleOf } from '../../lib/format/file-kind.ts';
import { t } from '../../lib/i18n/language.ts';
import { filePathOf } from '../../lib/paths.ts';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import type { CameFrom } from '../../ui/navigation/back-link.tsx';
import { LinkButton } from '../../ui/navigation/link-button.tsx';
import { Note } from '../../ui/values/texts.ts';
import { canPlay, usePlayer } from '../player/index.ts';
import { canView, useContent } from '../stored-file/index.ts';
import { useFetchCopy } from '../transfers/index.ts';
import { StoredViewer } from '../viewer/index.ts';

/** Shows the preview of a content, and the link to the content or what is needed to open it. */
export function PreviewCard({ item }: { item: MarketItem }) {
  const isHere = item.content_url !== null;
  const stored = useContent(isHere ? item.content_id : null).data;
  return (
    <Card>
      <Stack gap="md">
        {item.preview_id !== null && <Sample id={item.preview_id} title={titleOf(item)} />}
        {isHere ? stored && <Here item={item} stored={stored} /> : <NotStored item={item} />}
      </Stack>
    </Card>
  );
}

/** Plays or shows what the author lets everybody see, once asked for. */
function Sample({ id, title }: { id: string; title: string }) {
  const [isOpen, setOpen] = useState(false);
  const player = usePlayer();
  const stored = useContent(id).data;
  const open = (content: LocalContent) => {
    setOpen(true);
    if (canPlay(content)) player.play([content]);
  };
  if (stored && isOpen) return <StoredViewer content={stored} />;
  if (!stored) {
    return (
      <Line text={t('market.sample.elsewhere')}>
        <Get id={id} title={t('market.sample.of', { title })} />
      </Line>
    );
  }
  return (
    <Line text={t('market.sample.here')}>
      <Button
        size="xs"
        variant="default"
        aria-label={t('market.sample.openOf', { title })}
        onClick={() => open(stored)}
      >
        {t('market.sample.open')}
      </Button>
    </Line>
  );
}

/** Returns whether the node decrypts the content for its owner. */
const isOpenTo = ({ mine, licences }: MarketItem): boolean => mine || licences.length > 0;

function Here({ item, stored }: { item: MarketItem; stored: LocalContent }) {
  if (stored.sealed && !isOpenTo(item)) return <Line text={t('viewer.unlicensed.text')} />;
  if (stored.sealed?.key === false) return <Line text={t('market.preview.keyMissing')} />;
  if (!canView(stored)) return <Line text={t('market.preview.noViewer')} />;
  return (
    <Line text={t('market.preview.here')}>
      <LinkButton
        to={filePathOf(stored.content_id)}
        state={{ cameFrom: titleOf(item) } satisfies CameFrom}
        size="xs"
        aria-label={t('content.openOf', { title: titleOf(item) })}
        variant="filled"
      >
        {t('content.menu.open')}
      </LinkButton>
    </Line>
  );
}

function NotStored({ item }: { item: MarketItem }) {
  const { content_id: id, price } = item;
  if (id === null) return <Line text={t('market.preview.noFile')} />;
  if (!isOpenTo(item) && price !== '0') return <Line text={t('market.preview.elsewhere')} />;
  return (
    <Line text={t('market.preview.notYet')}>
      <Get id={id} title={titleOf(item)} />
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
