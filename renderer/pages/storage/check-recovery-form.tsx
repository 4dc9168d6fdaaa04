import { Alert, Button, List, Text } from '@mantine/core';
import { Trans } from 'react-i18next';
import type { RecoveryCheck } from '../../../src/contract/recovery.ts';
import { NodeWords } from '../../components/node-words.tsx';
import { RecoveryFileForm } from '../../components/recovery-file-form.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { t } from '../../lib/language.ts';
import { useChange } from '../../lib/queries.ts';
import type { OpenedRecovery } from '../../lib/recovery-calls.ts';
import { tallyWords } from '../../lib/recovery-words.ts';

/** The rehearsal: opens a recovery file, and shows what it would bring back. */
export function CheckRecoveryForm({ onClose }: { onClose(): void }) {
  const check = useChange('storage', (node, opened: OpenedRecovery) => node.checkRecovery(opened));
  return (
    <RecoveryFileForm
      label={t('storage.recovery.check.label')}
      submitLabel={t('storage.recovery.check.button')}
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
      <Alert color="red" role="status" title={t('storage.recovery.check.failed')}>
        {problems.map((problem) => (
          <Text size="sm" key={problem} style={{ overflowWrap: 'anywhere' }}>
            <NodeWords>{problem}</NodeWords>
          </Text>
        ))}
      </Alert>
    );
  }
  const held = tallyWords(tallies, 'in_file');
  return (
    <Alert color="green" role="status" title={t('storage.recovery.check.passed')}>
      <Text size="sm">
        <Trans
          i18nKey={
            held.length > 0 ? 'storage.recovery.check.passedWith' : 'storage.recovery.check.passedAlone'
          }
          components={{ time: <RelativeTime at={at} side="past" /> }}
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
