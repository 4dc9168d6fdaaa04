import {
  type FirstRunState,
  type FirstRunStep,
  firstRunStep,
} from '../../../src/contract/dashboard-api/administration/onboarding.ts';

/** Returns the first steps that are neither done nor skipped. */
export const openSteps = (steps: FirstRunState): FirstRunStep[] =>
  firstRunStep.options.filter((step) => steps[step] === 'open');
