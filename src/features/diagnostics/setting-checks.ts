import type { Notice } from '../../contract/dashboard-api/administration/monitoring.ts';
import { type Check, passed, skipped, warning } from './check.ts';

/** Queries of the checks on the node itself. */
export interface NodeServices {
  notices(): readonly Notice[];
  practice: { readonly running: boolean };
  /** Returns whether practice mode is enabled in the settings. */
  wantsPractice(): boolean;
}

const keyCheck = ({ notices }: NodeServices): Check => ({
  id: 'key',
  title: 'diagnostics.key',
  run: () => {
    const unprotected = notices().find(({ code }) => code === 'key_unprotected');
    return unprotected
      ? warning(unprotected.message, 'diagnostics.keyUnprotectedRemedy')
      : passed('diagnostics.keyProtected');
  },
});

const practiceCheck = ({ practice, wantsPractice }: NodeServices): Check => ({
  id: 'practice',
  title: 'diagnostics.practice',
  run: () => {
    if (practice.running) return passed('diagnostics.practiceRuns');
    return wantsPractice()
      ? warning('diagnostics.practiceEnded', 'diagnostics.practiceEndedRemedy')
      : skipped('diagnostics.practiceOff');
  },
});

export const settingChecks = (services: NodeServices): Check[] => [
  keyCheck(services),
  practiceCheck(services),
];
