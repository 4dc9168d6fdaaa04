import * as z from 'zod';
import { type Settings, settings } from './settings.ts';

type NamesIn<Section extends keyof Settings> = `${Section}.${keyof Settings[Section] & string}`;

/** `section.name` */
export type SettingName = { [Section in keyof Settings]: NamesIn<Section> }[keyof Settings];

type Shape = Record<string, z.ZodType>;

const shapes = settings.shape as unknown as Record<string, z.ZodPrefault<z.ZodObject<Shape>>>;

const schemas: ReadonlyMap<string, z.ZodType> = new Map(
  Object.entries(shapes).flatMap(([section, schema]) =>
    Object.entries(schema.unwrap().shape).map(([name, inner]) => [`${section}.${name}`, inner] as const),
  ),
);

/** Every setting, in the order of the schema. */
export const settingNames = [...schemas.keys()] as SettingName[];

export const isSettingName = (name: string): name is SettingName => schemas.has(name);

/** What a value of this setting must be. */
export const schemaOf = (name: SettingName): z.ZodType => schemas.get(name) as z.ZodType;

/** The same of a value that is there, without default and without what stands for “not set”. */
export function innerSchemaOf(name: SettingName): z.ZodType {
  let schema = schemaOf(name);
  while (
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable
  ) {
    schema = schema.unwrap() as z.ZodType;
  }
  return schema;
}

/** Whether it is never shown, only whether it is set. */
export const isSecretSetting = (name: SettingName): boolean => schemaOf(name).meta()?.secret === true;

/** Settings that hold at once when the dashboard changes them; the others do from the next start. */
const liveSettings: ReadonlySet<SettingName> = new Set([
  'network.practice',
  'network.paused',
  'network.pause_on_metered',
  'network.pause_on_battery',
  'network.down_bytes_per_s',
  'network.up_bytes_per_s',
  'storage.folder',
  'storage.copies_bytes',
  'storage.quota_bytes',
  'storage.check_bytes_per_s',
  'storage.check_days',
  'sign_in.who',
  'sign_in.list',
  'activity.keep_days',
  'http.allowed_origins',
  'chain.sponsor_registrations',
  'chain.sponsor_daily_limit',
  'chain.token_daily_limit',
  'chain.offline_grace',
]);

export const isLiveSetting = (name: SettingName): boolean => liveSettings.has(name);

/** Settings that are the outcome of an action, which is the way to change them: moving what is stored, practising. */
export const isSetByAction = (name: SettingName): boolean =>
  name === 'storage.folder' || name === 'network.practice';

export function partsOf(name: SettingName): [section: string, key: string] {
  const [section = '', key = ''] = name.split('.');
  return [section, key];
}

/** Of a setting in sections. */
export function valueOf(sections: object, name: SettingName): unknown {
  const [section, key] = partsOf(name);
  return (sections as Record<string, Record<string, unknown> | undefined>)[section]?.[key];
}
