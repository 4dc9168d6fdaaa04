import { Alert, Button, Loader, Progress, Stack, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { LocalContent, Sealing } from '../../../src/contract/local.ts';
import { percentOf } from '../../lib/format.ts';
import { notifyProblem } from '../../lib/notify-problem.tsx';
import { isAwaited, stopSale } from '../../lib/place-order.ts';
import { useChange } from '../../lib/queries.ts';
import { sealingWords } from '../../lib/sealed-words.ts';

interface SealingProgressProps {
  content: Pick<LocalContent, 'content_id'> & { sealing: Sealing };
}

/** How far the encryption of a file is that is to be sold, and the way to stop that. */
export function SealingProgress({ content: { content_id: id, sealing } }: SealingProgressProps) {
  const stop = useChange('content', (node) => stopSale(node, id));
  const { state, message, done_bytes: done, size } = sealing;
  const isMade = state === 'sealed';
  const stopButton = (
    <Button
      size="xs"
      variant="default"
      loading={stop.isPending}
      onClick={() => stop.mutate(undefined, { onError: notifyProblem })}
    >
      {state === 'sealing' ? 'Stop' : 'Do not sell it'}
    </Button>
  );
  if (state === 'failed') {
    return (
      <Alert color="red" title="It could not be encrypted" icon={<IconLock aria-hidden />}>
        <Stack gap="xs" align="flex-start">
          <Text size="sm">{message}</Text>
          {stopButton}
        </Stack>
      </Alert>
    );
  }
  return (
    <Alert
      role="note"
      color="alcove"
      title={isMade ? 'It is encrypted' : 'It is being encrypted'}
      icon={isMade ? <IconLock aria-hidden /> : <Loader size={16} aria-hidden />}
    >
      <Stack gap="xs" align="flex-start">
        {!isMade && (
          <>
            <Progress value={percentOf(done, size)} size="sm" w="100%" aria-label="Encrypting" />
            <Text size="xs" c="dimmed">
              {sealingWords(sealing)}
            </Text>
          </>
        )}
        <Text size="sm">{wordsFor(id, isMade)}</Text>
        {stopButton}
      </Stack>
    </Alert>
  );
}

function wordsFor(contentId: string, isMade: boolean): string {
  if (isAwaited(contentId)) {
    return isMade
      ? 'Only you can open it here now. It is sold once it is on the chain.'
      : 'It is published as soon as that is done. Leave this window open until then.';
  }
  return isMade
    ? 'Only you can open it here now. It is not published yet: look through the form below and publish it.'
    : 'Once that is done, the form is here again with what you had filled in: look through it and publish it.';
}
