import { Box, Button, Group, List, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import {
  getRecovery,
  type RecoveryState,
} from '../../../src/contract/dashboard-api/administration/recovery.ts';
import { useDashboardQuery } from '../../lib/api/use-dashboard-query.ts';
import { t } from '../../lib/i18n/language.ts';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { Note } from '../../ui/values/texts.ts';
import { TimeText } from '../../ui/values/time-text.tsx';
import { CheckRecoveryForm } from './check-recovery-form.tsx';
import { MakeRecoveryForm } from './make-recovery-form.tsx';
import { tallyLabel } from './recovery-labels.ts';

/** Shows the recovery file: its purpose, when it was last saved and tested, and what it does not contain. */
export function RecoveryCard() {
  // Reloaded at each visit, because changes of the counted data are reported under other topics.
  const { data, error, refetch } = useDashboardQuery(
    ['storage', 'recovery'],
    getRecovery,
    {},
    { staleTime: 0 },
  );
  const isWanted = useLocation().hash === '#recovery';
  const [form, setForm] = useState<'make' | 'check' | undefined>(isWanted ? 'make' : undefined);
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isWanted) card.current?.scrollIntoView({ block: 'center' });
  }, [isWanted]);
  const close = () => setForm(undefined);
  return (
    <Box ref={card}>
      <SectionCard title={t('recovery.recoveryFile.title')}>
        <Text size="sm">{t('recovery.recoveryFile.about')}</Text>
        {error && <ProblemAlert error={error} onRetry={() => void refetch()} />}
        {data && <RecoveryTimes state={data} />}
        {form === undefined && (
          <Group gap="sm">
            <Button onClick={() => setForm('make')}>{t('recovery.recoveryFile.make.begin')}</Button>
            <Button variant="default" onClick={() => setForm('check')}>
              {t('recovery.recoveryFile.check.begin')}
            </Button>
          </Group>
        )}
        {form === 'make' && <MakeRecoveryForm onClose={close} />}
        {form === 'check' && <CheckRecoveryForm onClose={close} />}
        <RecoveryHelp />
      </SectionCard>
    </Box>
  );
}

function RecoveryTimes({ state }: { state: RecoveryState }) {
  const lacking = tallyLabel(state.tallies, 'lacking');
  return (
    <Stack gap={4}>
      <Note>
        {state.made_at === null ? (
          t('recovery.recoveryFile.neverMade')
        ) : (
          <TimeText text="recovery.recoveryFile.lastMade" at={state.made_at} direction="past" />
        )}{' '}
        {state.checked_at !== null && (
          <TimeText text="recovery.recoveryFile.lastRehearsed" at={state.checked_at} direction="past" />
        )}
        {state.made_at !== null && state.checked_at === null && t('recovery.recoveryFile.notRehearsed')}
      </Note>
      {lacking.length > 0 && (
        <Text size="sm" role="status" c="var(--mantine-color-error)">
          {t('recovery.recoveryFile.lacking', { things: lacking.join(', ') })}
        </Text>
      )}
    </Stack>
  );
}

function RecoveryHelp() {
  return (
    <Disclosure title={t('recovery.recoveryFile.help.title')}>
      <List size="sm" spacing={4} mt={4}>
        <List.Item>{t('recovery.recoveryFile.help.restore', { button: t('home.restore.button') })}</List.Item>
        <List.Item>{t('recovery.recoveryFile.help.passphrase')}</List.Item>
        <List.Item>{t('recovery.recoveryFile.help.keys')}</List.Item>
        <List.Item>{t('recovery.recoveryFile.help.newNode')}</List.Item>
      </List>
    </Disclosure>
  );
}
