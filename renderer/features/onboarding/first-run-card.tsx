import { Box, Group, Stack, Text } from '@mantine/core';
import { useNavigate } from 'react-router';
import {
  type FirstRunState,
  firstRunStep,
  postFirstRun,
} from '../../../src/contract/dashboard-api/administration/onboarding.ts';
import type { LocalPeer } from '../../../src/contract/dashboard-api/peers.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { t } from '../../lib/i18n/language.ts';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { BareList } from '../../ui/lists/bare-list.tsx';
import { LinkButton } from '../../ui/navigation/link-button.tsx';
import { Note } from '../../ui/values/texts.ts';
import { LanguageSwitch } from '../appearance/index.ts';
import { AddPeerForm } from '../peers/index.ts';
import { StartPractice } from '../practice/index.ts';
import { ChooseFilesButton } from '../uploads/index.ts';
import { openSteps } from './first-run.ts';
import { FirstRunStepItem } from './first-run-step.tsx';
import { QuietButton } from './quiet-button.tsx';

/** Introduces Alcove and the first steps; hidden once every step is done or skipped. */
export function FirstRunCard({ steps }: { steps: FirstRunState }) {
  const skip = useChange('overview', (node, skip: (keyof FirstRunState)[]) =>
    node.call(postFirstRun, { body: { skip } }),
  );
  const open = openSteps(steps);
  if (open.length === 0) return null;
  // Only the next step has a prominent button.
  const variantOf = (step: keyof FirstRunState) => (step === open[0] ? 'filled' : 'default');
  const settled = firstRunStep.options.length - open.length;
  return (
    <SectionCard
      title={t('overview.firstRun.title')}
      aside={
        // The navigation, which has it too, is collapsed there.
        <Box hiddenFrom="sm">
          <LanguageSwitch />
        </Box>
      }
    >
      <Text maw="46rem">{t('overview.firstRun.text')}</Text>
      <BareList as="ol" gap="lg">
        {firstRunStep.options.map((step, at) => (
          <FirstRunStepItem
            key={step}
            step={step}
            number={at + 1}
            state={steps[step]}
            onSkip={() => skip.mutate([step], { onError: notifyProblem })}
          >
            {step === 'store' && <ChooseFilesButton variant={variantOf(step)} />}
            {step === 'meet' && <MeetAnother variant={variantOf(step)} />}
            {step === 'keep' && (
              <LinkButton to="/storage#recovery" variant={variantOf(step)}>
                {t('overview.firstRun.keep.button')}
              </LinkButton>
            )}
          </FirstRunStepItem>
        ))}
      </BareList>
      <Group justify="space-between" gap="xs">
        <Note role="status">{t('overview.firstRun.progress', { count: settled })}</Note>
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
  // The page of peers shows the reason and what to do.
  const showFailure = ({ failure }: LocalPeer) => {
    if (failure !== null) void navigate('/peers');
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
