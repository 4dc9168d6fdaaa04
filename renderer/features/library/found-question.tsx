import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconBooks } from '@tabler/icons-react';
import { t } from '../../lib/i18n/language.ts';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import { useAnswerFound, useLibraryCounts } from './library-queries.ts';

/** Asks once about the licences that existed when the node first read the chain; nothing where there were none. */
export function FoundQuestion() {
  const { data } = useLibraryCounts();
  const { mutate, isPending, variables } = useAnswerFound();
  const count = data?.found ?? 0;
  if (count === 0) return null;
  return (
    <Alert role="region" icon={<IconBooks aria-hidden />} title={t('library.found.title', { count })}>
      <Stack gap="sm">
        <Text size="sm">{t('library.found.text')}</Text>
        <Group gap="xs">
          <Button
            size="compact-sm"
            loading={isPending && variables === 'deliver_all'}
            onClick={() => mutate('deliver_all', { onError: notifyProblem })}
          >
            {t('library.found.all')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            loading={isPending && variables === 'decide_each'}
            onClick={() => mutate('decide_each', { onError: notifyProblem })}
          >
            {t('library.found.each')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
