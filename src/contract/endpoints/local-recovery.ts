import type { EndpointContract } from '../endpoint.ts';
import {
  passphraseRequest,
  recoveryCheck,
  recoveryCheckRequest,
  recoveryState,
  restoreBegun,
  restorePreview,
} from '../recovery.ts';

/** The dashboard's way to recovery files (docs/recovery.md). */

export const getRecovery = {
  method: 'GET',
  path: '/local/recovery',
  summary: 'When a recovery file was last made and tried, and what is not in it',
  answers: { 200: { description: 'The recovery files of this node', schema: recoveryState } },
  problems: [],
} as const satisfies EndpointContract;

export const postRecovery = {
  method: 'POST',
  path: '/local/recovery',
  summary: 'Make a recovery file with this passphrase',
  body: { schema: passphraseRequest },
  answers: { 200: { description: 'The file', mediaType: 'application/octet-stream' } },
  problems: ['payload_too_large'],
} as const satisfies EndpointContract;

export const postRecoveryPassphrase = {
  method: 'POST',
  path: '/local/recovery/passphrase',
  summary: 'Random words to use as a passphrase; they are kept nowhere',
  answers: { 200: { description: 'The words', schema: passphraseRequest } },
  problems: [],
} as const satisfies EndpointContract;

export const postRecoveryCheck = {
  method: 'POST',
  path: '/local/recovery/check',
  summary: 'Rehearse: open a recovery file, and say what it would bring back',
  body: { schema: recoveryCheckRequest },
  answers: { 200: { description: 'What it would bring back', schema: recoveryCheck } },
  problems: ['payload_too_large'],
} as const satisfies EndpointContract;

export const postRestorePreview = {
  method: 'POST',
  path: '/local/recovery/restore/preview',
  summary: 'What a recovery file would bring back in place of this node, which nobody has used yet',
  body: { schema: recoveryCheckRequest },
  answers: { 200: { description: 'What it would bring back', schema: restorePreview } },
  problems: ['payload_too_large'],
} as const satisfies EndpointContract;

export const postRestore = {
  method: 'POST',
  path: '/local/recovery/restore',
  summary: 'Start again as the node of a recovery file; this one, which nobody has used yet, is put aside',
  body: { schema: recoveryCheckRequest },
  answers: { 200: { description: 'The node that starts now', schema: restoreBegun } },
  problems: ['payload_too_large', 'precondition_failed', 'insufficient_storage'],
} as const satisfies EndpointContract;
