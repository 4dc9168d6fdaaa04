import { Button, Card, Center, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { MarketItem } from '../../../src/contract/local-chain.ts';
import { Cover } from '../../components/chain/cover.tsx';
import { openContent } from '../../lib/content-actions.ts';
import { useFetchCopy } from '../../lib/found-queries.ts';
import { itemTitle } from '../../lib/market-words.ts';
import { notifyProblem } from '../../lib/notify-problem.tsx';
import { Player } from './player.tsx';

/** The content itself where its file is here; else its cover, and how to get it. */
export function PreviewCard({ item }: { item: MarketItem }) {
  const { content_url: url, content_type: type } = item;
  const [broken, setBroken] = useState(false);
  const shows = !broken && (type.startsWith('image/') || type.startsWith('video/'));
  return (
    <Card>
      <Stack gap="md">
        {(url === null || !shows) && (
          <Center>
            <Cover url={item.cover_url} contentType={type} size={220} />
          </Center>
        )}
        {url !== null && (
          <>
            {!broken && <Player item={item} url={url} onBroken={() => setBroken(true)} />}
            <Line text="The file is on your node.">
              <Button
                size="xs"
                variant="default"
                onClick={() => openContent({ content_url: url }).catch(notifyProblem)}
              >
                Open
              </Button>
            </Line>
          </>
        )}
        {url === null && <Elsewhere item={item} />}
      </Stack>
    </Card>
  );
}

function Elsewhere({ item }: { item: MarketItem }) {
  const { content_id: id, licences, mine, price } = item;
  if (id === null) return <Line text="What its author registered names no file." />;
  if (!mine && licences.length === 0 && price !== '0') {
    return <Line text="The file is not on your node. You get it once you have a licence." />;
  }
  return (
    <Line text="The file is not on your node yet.">
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
      aria-label={get.isSuccess ? undefined : `Get ${title}`}
      loading={get.isPending}
      disabled={get.isSuccess}
      onClick={() => get.mutate({ pinned: true }, { onError: notifyProblem })}
    >
      {get.isSuccess ? 'On its way' : 'Get'}
    </Button>
  );
}

function Line({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" c="dimmed">
        {text}
      </Text>
      {children}
    </Group>
  );
}
