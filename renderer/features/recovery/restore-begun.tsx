import { Button, Group, Loader, Text } from '@mantine/core';
import { postRestart } from '../../../src/contract/dashboard-api/administration/settings.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { t } from '../../lib/i18n/language.ts';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';

/** Tells that Alcove restarts as the restored node, and repeats a restart that a question about unsaved work stopped. */
export function RestoreBegun() {
  const restart = useChange('settings', (node) => node.call(postRestart, {}));
  return (
    <SectionCard title={t('recovery.begun.title')} aside={<Loader size="sm" aria-hidden />}>
      <Text size="sm" role="status">
        {t('recovery.begun.text')}
      </Text>
      {restart.isError && <ProblemAlert error={restart.error} onClose={restart.reset} />}
      <Group>
        <Button variant="default" loading={restart.isPending} onClick={() => restart.mutate(undefined)}>
          {t('settings.restart.now')}
        </Button>
      </Group>
    </SectionCard>
  );
}
