import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Trans } from 'react-i18next';
import {
  postRestore,
  type RestorePreview,
} from '../../../../src/contract/dashboard-api/administration/recovery.ts';
import type { Message } from '../../../../src/contract/messages/message.ts';
import { useChange } from '../../../lib/api/use-change.ts';
import { t } from '../../../lib/i18n/language.ts';
import { messageText } from '../../../lib/i18n/node-messages.ts';
import { NodeMessage } from '../../../ui/feedback/node-message.tsx';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import { CopyableValue } from '../../../ui/values/copyable-value.tsx';
import { RelativeTime } from '../../../ui/values/relative-time.tsx';
import { tallyLabel } from '../recovery-labels.ts';
import { RecoveryProblem } from '../recovery-problem.tsx';
import { bodyOf, type OpenedRecovery } from '../recovery-request.ts';

interface RestoreSummaryProps {
  opened: OpenedRecovery;
  preview: RestorePreview;
  /** Called when the restored node starts. */
  onBegun(publicKey: string): void;
  onBack(): void;
}

/** Shows what the file would restore, and the button that restores it. */
export function RestoreSummary({ opened, preview, onBegun, onBack }: RestoreSummaryProps) {
  const restore = useChange('storage', async (node, request: OpenedRecovery) =>
    node.call(postRestore, { body: await bodyOf(request) }),
  );
  const begin = () => restore.mutate(opened, { onSuccess: ({ public_key: key }) => onBegun(key) });
  const isWhole = preview.problems.length === 0;
  const summary = useRef<HTMLDivElement>(null);
  // The summary gets the focus, because the pressed button no longer exists.
  useEffect(() => summary.current?.focus(), []);
  return (
    <Stack gap="md" ref={summary} tabIndex={-1} style={{ outline: 'none' }}>
      {isWhole ? <Found preview={preview} /> : <Unusable problems={preview.problems} />}
      {restore.isError && <RecoveryProblem error={restore.error} onClose={restore.reset} />}
      <Group gap="sm">
        {isWhole && (
          <Button onClick={begin} loading={restore.isPending}>
            {t('recovery.restore')}
          </Button>
        )}
        <Button variant="default" onClick={onBack} disabled={restore.isPending}>
          {t('recovery.other')}
        </Button>
      </Group>
    </Stack>
  );
}

function Unusable({ problems }: { problems: Message[] }) {
  return (
    <Alert color="red" role="alert" title={t('recovery.unusable')}>
      {problems.map((problem) => (
        <Text size="sm" key={messageText(problem)} style={{ overflowWrap: 'anywhere' }}>
          <NodeMessage message={problem} />
        </Text>
      ))}
    </Alert>
  );
}

function Found({ preview }: { preview: RestorePreview }) {
  const { made_at: at, public_key: key, tallies, settings_left_out: leftOut } = preview;
  const held = tallyLabel(tallies, 'in_file');
  return (
    <>
      <SectionCard title={t('recovery.found.title')}>
        <Stack gap="xs">
          <Text size="sm">
            <Trans
              i18nKey="recovery.found.made"
              components={{ when: <RelativeTime at={at} direction="past" /> }}
            />
          </Text>
          <CopyableValue value={key} valueName={t('recovery.found.key')} />
          {held.length > 0 && (
            <>
              <Text size="sm">{t('recovery.found.holds')}</Text>
              <List size="sm">
                {held.map((words) => (
                  <List.Item key={words}>{words}</List.Item>
                ))}
              </List>
            </>
          )}
          {leftOut.length > 0 && (
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {t('recovery.found.leftOut', { names: leftOut.join(', ') })}
            </Text>
          )}
        </Stack>
      </SectionCard>
      <SectionCard title={t('recovery.know.title')}>
        <List size="sm" spacing={4}>
          <List.Item>{t('recovery.know.once')}</List.Item>
          <List.Item>{t('recovery.know.fetched')}</List.Item>
          <List.Item>{t('recovery.know.aside')}</List.Item>
        </List>
      </SectionCard>
    </>
  );
}
