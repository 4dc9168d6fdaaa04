import * as z from 'zod';
import type { EndpointContract } from '../endpoint.ts';
import { settingsEdit, settingsState } from '../local-settings.ts';

export const getSettings = {
  method: 'GET',
  path: '/local/settings',
  summary: 'Every setting: its value, where that comes from, and whether a change holds at once',
  answers: { 200: { description: 'The settings', schema: settingsState } },
  problems: [],
} as const satisfies EndpointContract;

export const patchSettings = {
  method: 'PATCH',
  path: '/local/settings',
  summary: 'Change settings for good; those that take effect while the node runs do so at once',
  body: { schema: settingsEdit },
  answers: { 200: { description: 'The settings as they are now', schema: settingsState } },
  problems: [],
} as const satisfies EndpointContract;

export const postRestart = {
  method: 'POST',
  path: '/local/restart',
  summary: 'End the node, and start it again with the settings as they are now',
  answers: { 200: { description: 'It restarts', schema: z.object({ ok: z.literal(true) }) } },
  problems: ['precondition_failed'],
} as const satisfies EndpointContract;
