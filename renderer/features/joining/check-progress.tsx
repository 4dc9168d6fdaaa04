import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import type { ChainCheck } from '../../../src/contract/dashboard-api/administration/chain-check.ts';
import { formatExactTime } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { BareList } from '../../ui/lists/bare-list.tsx';
import { CheckItem } from '../diagnostics/index.ts';

/** Shows the checks of a network while they run, and their results. */
export function CheckProgress({ check, onCancel }: { check: ChainCheck; onCancel(): void }) {
  const { checks, finished_at: finishedAt } = check;
  const done = checks.filter(({ result }) => result !== 'waiting').length;
  return (
    <Stack gap="md">
      <Text size="sm" role="status">
        {finishedAt === null
          ? t('joining.check.progress', { done, count: checks.length })
          : t('joining.check.done', { outcome: outcomeOf(check), time: formatExactTime(finishedAt) })}
      </Text>
      {finishedAt === null && (
        <Group gap="sm" wrap="nowrap">
          <Progress
            flex={1}
            value={(100 * done) / checks.length}
            animated
            aria-label={t('joining.check.label')}
          />
          <Button size="xs" variant="default" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
        </Group>
      )}
      <BareList gap="md" aria-label={t('joining.check.label')}>
        {checks.map(({ id, ...details }) => (
          <CheckItem key={id} {...details} />
        ))}
      </BareList>
    </Stack>
  );
}

function outcomeOf({ checks }: ChainCheck): string {
  const count = (wanted: string) => checks.filter(({ result }) => result === wanted).length;
  const [failed, warnings] = [count('failed'), count('warning')];
  if (failed > 0) return t('joining.check.failed', { count: failed });
  return warnings > 0 ? t('joining.check.warnings', { count: warnings }) : t('joining.check.fine');
}
