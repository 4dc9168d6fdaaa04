import { Alert, Group, Loader, Stack, Text } from '@mantine/core';
import { IconBuildingStore, IconPlugConnectedX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { Message } from '../../../src/contract/messages/message.ts';
import { t } from '../../lib/i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { NodeMessage } from '../../ui/feedback/node-message.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { LinkButton } from '../../ui/navigation/link-button.tsx';
import { useChain } from './chain-queries.ts';

/**
 * Shows why data of the chain may be out of date or incomplete; nothing while the chain works.
 * @param withStore whether to show that a Store is missing, too
 */
export function ChainNotice({ withStore = false }: { withStore?: boolean }) {
  const { data, error } = useChain();
  if (!data) return error && <ChainUnknown error={error} />;
  switch (data.state) {
    case 'starting':
      return <Waiting message={data.message} state="starting" />;
    case 'syncing':
      return <Waiting message={data.message} state="syncing" />;
    case 'unavailable':
      return (
        <Alert
          color="yellow"
          role="status"
          icon={<IconPlugConnectedX aria-hidden />}
          title={t('chain.notice.unavailable.title')}
        >
          <span style={{ overflowWrap: 'anywhere' }}>
            {data.message && <NodeMessage message={data.message} />} {t('chain.notice.unavailable.text')}
          </span>
        </Alert>
      );
    default:
      if (!withStore || data.network === 'embedded') return null;
      if (data.platform.state === 'missing') return <NoStore message={data.message} />;
      return data.platform.state === 'deployed' && data.message && <NewerStore message={data.message} />;
  }
}

function NoStore({ message }: { message: Message | null }) {
  return (
    <Alert
      color="yellow"
      role="status"
      icon={<IconBuildingStore aria-hidden />}
      title={t('chain.notice.noStore.title')}
    >
      <Stack gap="xs" align="flex-start">
        {message && (
          <Text size="sm">
            <NodeMessage message={message} />
          </Text>
        )}
        <LinkButton to={paths.join} size="xs">
          {t('chain.notice.noStore.open')}
        </LinkButton>
      </Stack>
    </Alert>
  );
}

/** Shows why the successor that the owner of the Store named is not used. */
function NewerStore({ message }: { message: Message }) {
  return (
    <Alert
      color="blue"
      role="status"
      icon={<IconBuildingStore aria-hidden />}
      title={t('chain.notice.newerStore')}
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <NodeMessage message={message} />
      </Text>
    </Alert>
  );
}

/** Shows that the state of the chain could not be loaded. Its retry also repeats other failed requests of the page. */
function ChainUnknown({ error }: { error: Error }) {
  const queries = useQueryClient();
  const retry = () =>
    queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  return <ProblemAlert error={error} onRetry={() => void retry()} />;
}

function Waiting({ message, state }: { message: Message | null; state: 'starting' | 'syncing' }) {
  return (
    <Group gap="xs" role="status" wrap="nowrap">
      <Loader size={14} aria-hidden />
      <Text size="sm" c="dimmed">
        {message === null ? t(`chain.notice.${state}`) : <NodeMessage message={message} />}
      </Text>
    </Group>
  );
}
