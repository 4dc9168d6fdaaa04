import { SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconBuildingStore, IconFolder, IconShare2 } from '@tabler/icons-react';
import { t } from '../../lib/i18n/language.ts';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import { useChangeSettings } from '../settings/index.ts';
import classes from './purpose-question.module.css';

const purposes = [
  { purpose: 'keep', Icon: IconFolder },
  { purpose: 'share', Icon: IconShare2 },
  { purpose: 'sell', Icon: IconBuildingStore },
] as const;

/** Asks a new owner for the purpose of the node, which determines the pages that are shown. */
export function PurposeQuestion() {
  const change = useChangeSettings();
  return (
    <Stack gap="sm" role="group" aria-label={t('overview.firstRun.purpose.title')}>
      <Text fw={600}>{t('overview.firstRun.purpose.title')}</Text>
      <SimpleGrid cols={{ base: 1, md: 3 }} spacing="sm">
        {purposes.map(({ purpose, Icon }) => (
          <UnstyledButton
            key={purpose}
            className={classes.choice ?? ''}
            disabled={change.isPending}
            onClick={() => change.mutate({ dashboard: { purpose } }, { onError: notifyProblem })}
          >
            <Icon size={28} stroke={1.4} aria-hidden />
            <Text component="span" fw={600}>
              {t(`overview.firstRun.purpose.${purpose}.title`)}
            </Text>
            <Text component="span" size="sm" c="dimmed">
              {t(`overview.firstRun.purpose.${purpose}.text`)}
            </Text>
          </UnstyledButton>
        ))}
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        {t('overview.firstRun.purpose.text')}
      </Text>
    </Stack>
  );
}
