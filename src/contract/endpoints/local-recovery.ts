import type { EndpointContract } from '../endpoint.ts';
import { passphraseRequest, recoveryCheck, recoveryCheckRequest, recoveryState } from '../recovery.ts';

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
