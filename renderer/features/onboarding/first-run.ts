import type { Overview } from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import {
  type FirstRunState,
  type FirstRunStep,
  firstRunStep,
} from '../../../src/contract/dashboard-api/administration/onboarding.ts';

/** Returns the first steps that are neither done nor skipped. */
export const openSteps = (steps: FirstRunState): FirstRunStep[] =>
  firstRunStep.options.filter((step) => steps[step] === 'open');

/** Returns the first steps for a purpose; keeping files requires no other node. */
export const stepsFor = (purpose: Overview['purpose']): FirstRunStep[] =>
  firstRunStep.options.filter((step) => step !== 'meet' || purpose !== 'keep');
