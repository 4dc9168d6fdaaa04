import * as z from 'zod';
import { done } from '../../common.ts';
import type { EndpointContract } from '../../endpoint.ts';
import { partsOf, type SettingName, settingNames } from '../../setting-names.ts';
import type { Settings, SettingsInput } from '../../settings.ts';

/** null: not set. */
export const settingValue = z.union([z.boolean(), z.number(), z.string(), z.array(z.string())]).nullable();
export type SettingValue = z.infer<typeof settingValue>;

/** Lowest priority first; the last two fix a setting, so that the dashboard cannot change it. */
export const settingSource = z.enum(['default', 'file', 'dashboard', 'environment', 'command_line']);
export type SettingSource = z.infer<typeof settingSource>;

export const describedSetting = z.object({
  /** `section.name` */
  name: z.enum(settingNames),
  type: z.enum(['boolean', 'integer', 'text', 'choice', 'list']),
  secret: z.boolean(),
  is_set: z.boolean(),
  /** The configured value; null when it is not set, and for every secret. */
  value: settingValue,
  default: settingValue,
  source: settingSource,
  /** The value without the dashboard's change; its `value` is null for a secret. */
  otherwise: z.object({ value: settingValue, source: settingSource }),
  /** Whether a change takes effect only after a restart. */
  needs_restart: z.boolean(),
  /** Whether the node still uses another value. */
  waits_for_restart: z.boolean(),
});
export type DescribedSetting = z.infer<typeof describedSetting>;

export const settingsState = z.object({
  settings: z.array(describedSetting),
  /** Whether the node can restart itself: `POST /local/restart`. */
  can_restart: z.boolean(),
});
export type SettingsState = z.infer<typeof settingsState>;

export const getSettings = {
  method: 'GET',
  path: '/local/settings',
  summary: 'List the settings: value, source, and whether a change takes effect immediately',
  responses: { 200: { description: 'The settings', schema: settingsState } },
} as const satisfies EndpointContract;

const someOf = z.record(z.string(), settingValue).optional();

/** Changes all of these settings or none; null removes a limit of another source, `reset` the dashboard's changes. */
export const settingsEdit = z.strictObject({
  node: someOf,
  dashboard: someOf,
  network: someOf,
  storage: someOf,
  sign_in: someOf,
  operator: someOf,
  activity: someOf,
  http: someOf,
  chain: someOf,
  prices: someOf,
  reset: z.array(z.string()).max(200).default([]),
});

/** The type of the same input for programs that send it. */
export type SettingsEdit = SettingsInput & { reset?: SettingName[] };

export const patchSettings = {
  method: 'PATCH',
  path: '/local/settings',
  summary: 'Change settings permanently; live settings take effect immediately',
  body: { schema: settingsEdit },
  responses: { 200: { description: 'The current settings', schema: settingsState } },
} as const satisfies EndpointContract;

export const postRestart = {
  method: 'POST',
  path: '/local/restart',
  summary: 'Restart the node with the current settings',
  responses: { 200: { description: 'Restarting', schema: done } },
  problems: ['precondition_failed'],
} as const satisfies EndpointContract;

/** Returns the values in sections: null for settings that are not set, and for secrets. */
export function settingValues({ settings }: Pick<SettingsState, 'settings'>): Settings {
  const sections: Record<string, Record<string, unknown>> = {};
  for (const { name, value } of settings) {
    const [section, key] = partsOf(name);
    sections[section] = { ...sections[section], [key]: value };
  }
  return sections as unknown as Settings;
}
