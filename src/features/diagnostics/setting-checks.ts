import type { Notice } from '../../contract/dashboard-api/administration/monitoring.ts';
import { messageText } from '../../core/messages/message-text.ts';
import { type Check, fine, skipped, warning } from './check.ts';

/** Queries of the checks on the node itself. */
export interface NodeServices {
  notices(): readonly Notice[];
  practice: { readonly running: boolean };
  /** Returns whether practice mode is enabled in the settings. */
  wantsPractice(): boolean;
}

const keyCheck = ({ notices }: NodeServices): Check => ({
  id: 'key',
  title: 'Key of this node',
  run: () => {
    const unprotected = notices().find(({ code }) => code === 'key_unprotected');
    return unprotected
      ? warning(
          messageText(unprotected.message),
          'Set up a key ring on this computer, such as GNOME Keyring or KWallet.',
        )
      : fine('Only this user of the computer can read it.');
  },
});

const practiceCheck = ({ practice, wantsPractice }: NodeServices): Check => ({
  id: 'practice',
  title: 'Practice network',
  run: () => {
    if (practice.running) return fine('It runs.');
    return wantsPractice()
      ? warning('It should run, but does not.', 'End it and start it again on the overview page.')
      : skipped('It is not in use.');
  },
});

export const settingChecks = (services: NodeServices): Check[] => [
  keyCheck(services),
  practiceCheck(services),
];
