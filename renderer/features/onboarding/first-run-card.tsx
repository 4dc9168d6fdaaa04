import { Anchor, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { Trans } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import type { Overview } from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import {
  type FirstRunState,
  type FirstRunStep,
  postFirstRun,
} from '../../../src/contract/dashboard-api/administration/onboarding.ts';
import type { LocalPeer } from '../../../src/contract/dashboard-api/peers.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { t } from '../../lib/i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { BareList } from '../../ui/lists/bare-list.tsx';
import { LinkButton } from '../../ui/navigation/link-button.tsx';
import { Note } from '../../ui/values/texts.ts';
import { LanguageSwitch } from '../appearance/index.ts';
import { AddPeerForm } from '../peers/index.ts';
import { StartPractice } from '../practice/index.ts';
import { AddFilesButton } from '../uploads/index.ts';
import { openSteps, stepsFor } from './first-run.ts';
import { PurposeQuestion } from './purpose-question.tsx';
import { QuietButton } from './quiet-button.tsx';

interface FirstRunCardProps {
  steps: FirstRunState;
  purpose: Overview['purpose'];
  /** Whether the page also offers to restore a node, below. */
  mayRestore: boolean;
}

/** Introduces Alcove and the first steps for a purpose; hidden once every step is done or skipped. */
export function FirstRunCard({ steps, purpose, mayRestore }: FirstRunCardProps) {
  const skip = useChange('overview', (node, skipped: (keyof FirstRunState)[]) =>
    node.call(postFirstRun, { body: { skip: skipped } }),
  );
  const shown = stepsFor(purpose);
  const open = openSteps(steps).filter((step) => shown.includes(step));
  if (open.length === 0) return null;
  // Only the next step has a prominent button.
  const variantOf = (step: keyof FirstRunState) => (step === open[0] ? 'filled' : 'default');
  const settled = shown.length - open.length;
  return (
    <SectionCard title={t('overview.firstRun.title')} aside={<LanguageSwitch />}>
      <Text maw="46rem">{t('overview.firstRun.text')}</Text>
      {mayRestore && (
        <Anchor component={Link} to="#restore" size="sm">
          {t('home.restore.title')}
        </Anchor>
      )}
      {purpose === null && <PurposeQuestion />}
      <BareList as="ol" gap="lg">
        {shown.map((step, at) => (
          <FirstRunStepItem
            key={step}
            step={step}
            purpose={purpose}
            number={at + 1}
            state={steps[step]}
            onSkip={() => skip.mutate([step], { onError: notifyProblem })}
          >
            {step === 'store' && <AddFilesButton variant={variantOf(step)} />}
            {step === 'meet' && <MeetAnother variant={variantOf(step)} />}
            {step === 'keep' && (
              <LinkButton to={`${paths.backup}#recovery`} variant={variantOf(step)}>
                {t('overview.firstRun.keep.button')}
              </LinkButton>
            )}
          </FirstRunStepItem>
        ))}
      </BareList>
      <Group justify="space-between" gap="xs">
        <Note role="status">{t('overview.firstRun.progress', { count: settled, total: shown.length })}</Note>
        <QuietButton onClick={() => skip.mutate(open, { onError: notifyProblem })}>
          {t('overview.firstRun.putAway')}
        </QuietButton>
      </Group>
    </SectionCard>
  );
}

/** Connects to a practice node on this computer, or to another node by its address. */
function MeetAnother({ variant }: { variant: 'filled' | 'default' }) {
  const navigate = useNavigate();
  // The page of peers shows the reason and the remedy.
  const showFailure = ({ failure }: LocalPeer) => {
    if (failure !== null) void navigate(paths.peers);
  };
  return (
    <Stack gap="sm" maw="30rem">
      <StartPractice variant={variant} />
      <Note>{t('overview.firstRun.meet.join')}</Note>
      <AddPeerForm
        submitLabel={t('overview.firstRun.meet.button')}
        submitVariant="default"
        onAdded={showFailure}
      />
    </Stack>
  );
}

/** The page with the result of each step, on which the step can also be completed later. */
const pageOf: Record<FirstRunStep | 'sell', string> = {
  store: paths.library,
  meet: paths.peers,
  sell: paths.store,
  keep: paths.backup,
};

interface FirstRunStepItemProps {
  step: FirstRunStep;
  purpose: Overview['purpose'];
  number: number;
  state: FirstRunState[FirstRunStep];
  onSkip(): void;
  /** The controls of the step. */
  children: ReactNode;
}

/** Shows one of the first steps with its purpose and controls; one line once it is done or skipped. */
function FirstRunStepItem({ step, purpose, number, state, onSkip, children }: FirstRunStepItemProps) {
  // Practice mode connects to another node, and opens the Store.
  const texts = step === 'meet' && purpose === 'sell' ? 'sell' : step;
  const headingId = useId();
  const isOpen = state === 'open';
  return (
    <Group component="li" aria-labelledby={headingId} align="flex-start" gap="md" wrap="nowrap">
      <ThemeIcon radius="xl" variant={state === 'done' ? 'filled' : 'light'} aria-hidden>
        {state === 'done' ? <IconCheck size={16} stroke={2.4} /> : number}
      </ThemeIcon>
      <Stack gap={isOpen ? 'sm' : 2} flex={1} miw={0}>
        <Title order={3} id={headingId} mt={3} {...(!isOpen && { c: 'dimmed' })}>
          {t(`overview.firstRun.${texts}.title`)}
        </Title>
        {isOpen ? (
          <>
            <Text size="sm" maw="42rem">
              {t(`overview.firstRun.${texts}.text`)}
            </Text>
            <Group justify="space-between" align="flex-start" gap="xs">
              {children}
              <QuietButton ml="auto" aria-describedby={headingId} onClick={onSkip}>
                {t('overview.firstRun.skip')}
              </QuietButton>
            </Group>
          </>
        ) : (
          <Text size="sm">
            <Trans
              i18nKey={`overview.firstRun.${texts}.${state}`}
              components={{ page: <Anchor component={Link} to={pageOf[texts]} size="sm" /> }}
            />
          </Text>
        )}
      </Stack>
    </Group>
  );
}
