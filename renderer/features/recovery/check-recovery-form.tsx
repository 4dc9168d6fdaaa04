import { Alert, Button, List, Text } from '@mantine/core';
import { Trans } from 'react-i18next';
import {
  postRecoveryCheck,
  type RecoveryCheck,
} from '../../../src/contract/dashboard-api/administration/recovery.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { t } from '../../lib/i18n/language.ts';
import { messageText } from '../../lib/i18n/node-messages.ts';
import { NodeMessage } from '../../ui/feedback/node-message.tsx';
import { RelativeTime } from '../../ui/values/relative-time.tsx';
import { RecoveryFileForm } from './recovery-file-form.tsx';
import { tallyLabel } from './recovery-labels.ts';
import { bodyOf, type OpenedRecovery } from './recovery-request.ts';

/** Tests a recovery file: opens it and shows what it would restore. */
export function CheckRecoveryForm({ onClose }: { onClose(): void }) {
  const check = useChange('storage', async (node, opened: OpenedRecovery) =>
    node.call(postRecoveryCheck, { body: await bodyOf(opened) }),
  );
  return (
    <RecoveryFileForm
      label={t('recovery.recoveryFile.check.label')}
      submitLabel={t('recovery.recoveryFile.check.button')}
      opening={check}
      onSubmit={check.mutate}
      more={
        <Button variant="subtle" onClick={onClose}>
          {t('common.close')}
        </Button>
      }
    >
      {check.data && <Outcome check={check.data} />}
    </RecoveryFileForm>
  );
}

function Outcome({ check }: { check: RecoveryCheck }) {
  const { problems, made_at: at, tallies } = check;
  if (problems.length > 0) {
    return (
      <Alert color="red" role="status" title={t('recovery.recoveryFile.check.failed')}>
        {problems.map((problem) => (
          <Text size="sm" key={messageText(problem)} style={{ overflowWrap: 'anywhere' }}>
            <NodeMessage message={problem} />
          </Text>
        ))}
      </Alert>
    );
  }
  const held = tallyLabel(tallies, 'in_file');
  return (
    <Alert color="green" role="status" title={t('recovery.recoveryFile.check.passed')}>
      <Text size="sm">
        <Trans
          i18nKey={
            held.length > 0
              ? 'recovery.recoveryFile.check.passedWith'
              : 'recovery.recoveryFile.check.passedAlone'
          }
          components={{ time: <RelativeTime at={at} direction="past" /> }}
        />
      </Text>
      <List size="sm">
        {held.map((words) => (
          <List.Item key={words}>{words}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
