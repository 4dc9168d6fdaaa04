import type { RestorePreview } from '../../contract/dashboard-api/administration/recovery.ts';
import type { RecoveryDocument } from '../../contract/recovery-file.ts';
import { inspectRecovery } from './recovery-inspection.ts';
import { usableSettings } from './recovery-settings.ts';
import { marksOf, tally } from './recovery-tally.ts';

/** Describes what a recovery file would restore on an unused node. */
export const previewRecovery = (document: RecoveryDocument): RestorePreview => ({
  made_at: document.made_at,
  alcove_version: document.alcove_version,
  public_key: document.node.public_key,
  problems: inspectRecovery(document),
  tallies: tally(marksOf(document), {}),
  settings_left_out: usableSettings(document.settings).leftOut,
});
