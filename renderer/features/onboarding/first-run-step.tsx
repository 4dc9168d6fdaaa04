import { Anchor, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { Trans } from 'react-i18next';
import { Link } from 'react-router';
import type {
  FirstRunState,
  FirstRunStep,
} from '../../../src/contract/dashboard-api/administration/onboarding.ts';
import { t } from '../../lib/i18n/language.ts';
import { QuietButton } from './quiet-button.tsx';

/** The page that shows the result of a step, where it can also be done later. */
const pageOf: Record<FirstRunStep, string> = { store: '/content', meet: '/peers', keep: '/storage' };

interface FirstRunStepItemProps {
  step: FirstRunStep;
  number: number;
  state: FirstRunState[FirstRunStep];
  onSkip(): void;
  /** The controls of the step. */
  children: ReactNode;
}

/** Shows one of the first steps with its purpose and controls; one line once it is done or skipped. */
export function FirstRunStepItem({ step, number, state, onSkip, children }: FirstRunStepItemProps) {
  const headingId = useId();
  const isOpen = state === 'open';
  return (
    <Group component="li" aria-labelledby={headingId} align="flex-start" gap="md" wrap="nowrap">
      <ThemeIcon radius="xl" variant={state === 'done' ? 'filled' : 'light'} aria-hidden>
        {state === 'done' ? <IconCheck size={16} stroke={2.4} /> : number}
      </ThemeIcon>
      <Stack gap={isOpen ? 'sm' : 2} flex={1} miw={0}>
        <Title order={3} id={headingId} mt={3} {...(!isOpen && { c: 'dimmed' })}>
          {t(`overview.firstRun.${step}.title`)}
        </Title>
        {isOpen ? (
          <>
            <Text size="sm" maw="42rem">
              {t(`overview.firstRun.${step}.text`)}
            </Text>
            <Group justify="space-between" align="flex-start" gap="xs">
              {children}
              <QuietButton aria-describedby={headingId} onClick={onSkip}>
                {t('overview.firstRun.skip')}
              </QuietButton>
            </Group>
          </>
        ) : (
          <Text size="sm">
            <Trans
              i18nKey={`overview.firstRun.${step}.${state}`}
              components={{ page: <Anchor component={Link} to={pageOf[step]} size="sm" /> }}
            />
          </Text>
        )}
      </Stack>
    </Group>
  );
}
