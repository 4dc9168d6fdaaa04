import { Badge, Group, Progress, Stack, Text } from '@mantine/core';
import type { SharedContent } from '../../../src/contract/dashboard-api/sharing.ts';
import { percentOf } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { NodeMessage } from '../../ui/feedback/node-message.tsx';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import { ChangeButton } from '../../ui/forms/change-button.tsx';
import { Switch } from '../../ui/forms/switch.tsx';
import { Note, SmallNote } from '../../ui/values/texts.ts';
import { transferLabel, useTransfers } from '../transfers/index.ts';
import { ShareLinks } from './share-links.tsx';
import { shareKeyLabel, shareStateLabel } from './sharing-labels.ts';
import { useShare, useUnshare } from './sharing-queries.ts';
import { useHostName, useIsPracticeHost } from './use-host-name.ts';

interface ShareItemProps {
  share: Omit<SharedContent, 'size' | 'also_unshared' | 'is_part'>;
  /** Name of the content or of the node. */
  heading: string;
  /** Sentences about further consequences of stopping. */
  consequences?: string[];
  /** Replaces the mutation that stops sharing this content only, for a collection. */
  stop?: ReturnType<typeof useUnshare>;
}

/** Shows a content on a public node: state, link, and the button to stop sharing. */
export function ShareItem({ share, heading, consequences = [], stop }: ShareItemProps) {
  const { host, state, listed, message, stored, key, content_id: contentId } = share;
  const keyLabel = shareKeyLabel(key);
  const { label, color } = shareStateLabel(state);
  const { way, unshare, question } = useStopSharing(share, consequences);
  const change = stop ?? unshare;
  const isPractice = useIsPracticeHost();
  return (
    <Stack component="li" gap="xs" aria-label={heading}>
      <Group gap="xs" miw={0}>
        <Text fw={500} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {heading}
        </Text>
        <Badge color={color}>{label}</Badge>
        {!stored && <Badge color="gray">{t('sharing.item.notStored')}</Badge>}
      </Group>
      {(state === 'sending' || state === 'waiting') && <ShareProgress contentId={contentId} host={host} />}
      <Group gap="sm" justify="space-between">
        {state === 'shared' && (
          <ShareLinks share={share} heading={heading} isCollection={stop !== undefined} />
        )}
        <ChangeButton
          change={change}
          question={question}
          aria-label={t(`sharing.unshare.${way}.buttonOf`, { name: heading })}
        >
          {t(`sharing.unshare.${way}.button`)}
        </ChangeButton>
      </Group>
      {message !== null && (
        <Text size="sm" c={state === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'}>
          <NodeMessage message={message} />
        </Text>
      )}
      {state === 'shared' && keyLabel !== null && (
        <Text size="sm" c={key === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'}>
          {keyLabel}
        </Text>
      )}
      {state === 'shared' && isPractice(host) && <Note>{t('sharing.linkPractice')}</Note>}
      {stored && state === 'shared' && <ListedSwitch contentId={contentId} host={host} listed={listed} />}
      {!stored && state === 'shared' && (
        <Note>{t(listed ? 'sharing.item.listed' : 'sharing.item.notListed')}</Note>
      )}
    </Stack>
  );
}

function ListedSwitch({ contentId, host, listed }: { contentId: string; host: string; listed: boolean }) {
  const change = useShare(contentId);
  const hostName = useHostName();
  return (
    <Switch
      label={t('sharing.form.listed', { node: hostName(host) })}
      checked={change.isPending ? change.variables.listed : listed}
      onChange={({ currentTarget: { checked } }) =>
        change.mutate({ host, listed: checked }, { onError: notifyProblem })
      }
    />
  );
}

function ShareProgress({ contentId, host }: { contentId: string; host: string }) {
  const transfer = useTransfers().data?.find(
    (each) => each.kind === 'share' && each.content_id === contentId && each.host === host,
  );
  if (!transfer) return null;
  const { bytes_done: done, bytes_total: total } = transfer;
  return (
    <Stack gap={4}>
      <Progress value={percentOf(done, total)} size="sm" aria-label={t('sharing.item.progress')} />
      <SmallNote>{transferLabel(transfer)}</SmallNote>
    </Stack>
  );
}

type Taken = Pick<SharedContent, 'content_id' | 'host' | 'name' | 'state' | 'shared_at' | 'message'>;

/** Stops sharing a content on a node, or cancels its upload. For an unreachable node, removes the share only here. */
function useStopSharing(
  { content_id: id, host, name, state, shared_at: sharedAt, message }: Taken,
  consequences: readonly string[],
) {
  const unshare = useUnshare(id, host);
  const hostName = useHostName();
  const isThere = state === 'shared' || state === 'withdrawing' || sharedAt !== null;
  const way = state === 'withdrawing' && message !== null ? 'forget' : isThere ? 'there' : 'notSent';
  const question = {
    title: t(`sharing.unshare.${way}.title`),
    text: [t(`sharing.unshare.${way}.text`, { name, node: hostName(host) }), ...consequences].join(' '),
    confirm: t(`sharing.unshare.${way}.confirm`),
  };
  return { way, unshare, question } as const;
}
