import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type {
  DescribedSetting,
  SettingSource,
  SettingValue,
} from '../../contract/dashboard-api/administration/settings.ts';
import {
  innerSchemaOf,
  isLiveSetting,
  isSecretSetting,
  type SettingName,
  schemaOf,
  valueOf,
} from '../../contract/setting-names.ts';
import type { Settings, SettingsInput } from '../../contract/settings.ts';
import type { SettingsSources } from '../../core/settings.ts';

export interface SettingsLayers extends SettingsSources {
  dashboard: SettingsInput;
}

/** Returns the source of a setting's value: the layer of highest precedence that contains it. */
export function sourceOf(name: SettingName, layers: SettingsLayers): SettingSource {
  const isGiven = (layer: SettingsInput) => valueOf(layer, name) !== undefined;
  if (isGiven(layers.commandLine)) return 'command_line';
  if (isGiven(layers.environment)) return 'environment';
  if (isGiven(layers.dashboard)) return 'dashboard';
  return isGiven(layers.file) ? 'file' : 'default';
}

/** @param now the values in use */
export function describeSetting(name: SettingName, layers: SettingsLayers, now: Settings): DescribedSetting {
  const secret = isSecretSetting(name);
  const configured = configuredValue(name, layers);
  const withoutDashboard = { ...layers, dashboard: {} };
  return {
    name,
    type: typeOf(name),
    secret,
    is_set: configured !== null,
    value: secret ? null : configured,
    default: defaultOf(name),
    source: sourceOf(name, layers),
    otherwise: {
      value: secret ? null : configuredValue(name, withoutDashboard),
      source: sourceOf(name, withoutDashboard),
    },
    needs_restart: !isLiveSetting(name),
    waits_for_restart: !isLiveSetting(name) && !isDeepStrictEqual(configured, valueOf(now, name) ?? null),
  };
}

function configuredValue(name: SettingName, layers: SettingsLayers): SettingValue {
  const { commandLine, environment, dashboard, file } = layers;
  const values = [commandLine, environment, dashboard, file].map((layer) => valueOf(layer, name));
  const value = values.find((each) => each !== undefined);
  return value === undefined ? defaultOf(name) : (value as SettingValue);
}

const defaultOf = (name: SettingName): SettingValue =>
  (schemaOf(name).safeParse(undefined).data as SettingValue | undefined) ?? null;

function typeOf(name: SettingName): DescribedSetting['type'] {
  const schema = innerSchemaOf(name);
  if (schema instanceof z.ZodBoolean) return 'boolean';
  if (schema instanceof z.ZodNumber) return 'integer';
  if (schema instanceof z.ZodEnum) return 'choice';
  return schema instanceof z.ZodArray ? 'list' : 'text';
}
