import { Group, Progress, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Trans } from 'react-i18next';
import {
  deleteStorageCheck,
  postStorageCheck,
  type StorageState,
} from '../../../src/contract/dashboard-api/storage.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { percentOf } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { NodeMessage } from '../../ui/feedback/node-message.tsx';
import { ChangeButton } from '../../ui/forms/change-button.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { BareList } from '../../ui/lists/bare-list.tsx';
import { RelativeTime } from '../../ui/values/relative-time.tsx';
import { Note } from '../../ui/values/texts.ts';
import { TimeText } from '../../ui/values/time-text.tsx';

/** Shows the scrub: its progress, the last run, and the damage found. */
export function CheckCard({ check, damages }: Pick<StorageState, 'check' | 'damages'>) {
  const begin = useChange('storage', (node) => node.call(postStorageCheck, {}));
  const end = useChange('storage', (node) => node.call(deleteStorageCheck, {}));
  const canEnd = check.state === 'running' && check.asked;
  return (
    <SectionCard
      title={t('storage.check.title')}
      aside={
        canEnd ? (
          <ChangeButton change={end}>{t('storage.check.stop')}</ChangeButton>
        ) : (
          <ChangeButton change={begin}>{t('common.checkNow')}</ChangeButton>
        )
      }
    >
      <Text size="sm">{t('storage.check.text')}</Text>
      {check.state === 'running' && <CheckProgress check={check} />}
      <CheckTimes check={check} />
      {damages.length > 0 ? (
        <Damages damages={damages} />
      ) : (
        <Group gap="xs" wrap="nowrap">
          <IconCircleCheck size={20} stroke={1.7} color="var(--mantine-color-green-7)" aria-hidden />
          <Text size="sm">{t('storage.check.noDamage')}</Text>
        </Group>
      )}
    </SectionCard>
  );
}

function CheckProgress({ check: { verified, contents } }: Pick<StorageState, 'check'>) {
  return (
    <Stack gap={4}>
      <Progress
        value={contents > 0 ? percentOf(verified, contents) : 100}
        size="sm"
        aria-label={t('storage.check.label')}
      />
      <Text size="sm">
        {t('storage.check.progress', { done: Math.min(verified, contents), count: contents })}
      </Text>
    </Stack>
  );
}

function CheckTimes({ check: { state, finished_at: finished, next_at: next } }: Pick<StorageState, 'check'>) {
  return (
    <Note>
      {finished === null ? (
        t('storage.check.neverChecked')
      ) : (
        <TimeText text="storage.check.checked" at={finished} direction="past" />
      )}
      {next !== null && (
        <>
          {' '}
          <TimeText text="storage.check.next" at={next} direction="future" />
        </>
      )}
      {state === 'off' && ` ${t('storage.check.off')}`}
    </Note>
  );
}

function Damages({ damages }: Pick<StorageState, 'damages'>) {
  return (
    <Stack gap="sm">
      <Text size="sm" fw={500} c="var(--mantine-color-error)" role="status">
        {t('storage.damages.count', { count: damages.length })}
      </Text>
      <BareList gap="sm" aria-label={t('storage.damages.label')}>
        {damages.map(({ content_id: id, name, problem, found_at: at, message, next_attempt: next }) => (
          <Stack component="li" key={id} gap={0}>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              <Trans
                i18nKey={`storage.damages.${problem}`}
                values={{ name }}
                components={{ bdi: <bdi />, time: <RelativeTime at={at} direction="past" /> }}
              />
            </Text>
            <Text size="sm" c="dimmed">
              <NodeMessage message={message} />
              {next !== null && (
                <>
                  {' '}
                  <TimeText text="storage.damages.next" at={next} direction="future" />
                </>
              )}
            </Text>
          </Stack>
        ))}
      </BareList>
    </Stack>
  );
}
