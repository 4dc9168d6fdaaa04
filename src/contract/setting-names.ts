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

/** Returns the schema of a setting. */
export const schemaOf = (name: SettingName): z.ZodType => schemas.get(name) as z.ZodType;

/** Returns the schema of a set value, without default and without the value for “not set”. */
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

/** Returns whether the value is secret; only whether it is set is shown. */
export const isSecretSetting = (name: SettingName): boolean => schemaOf(name).meta()?.secret === true;

/** Settings that take effect immediately when the dashboard changes them; the others need a restart. */
const liveSettings: ReadonlySet<SettingName> = new Set([
  'dashboard.purpose',
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
  'operator.name',
  'operator.description',
  'operator.image_url',
  'operator.links',
  'operator.terms_url',
  'operator.privacy_url',
  'activity.keep_days',
  'http.allowed_origins',
  'chain.sponsor_registrations',
  'chain.sponsor_daily_limit',
  'chain.token_daily_limit',
  'chain.offline_grace',
  'prices.currency',
  'prices.source',
]);

export const isLiveSetting = (name: SettingName): boolean => liveSettings.has(name);

/**
 * Settings of one computer, each of which names something of it or is needed before a replica joins the others. All
 * others are those of the node: replicas share what their dashboards change in them.
 */
export const computerSettings: readonly SettingName[] = [
  'node.type',
  'node.public_host',
  'node.listen',
  'node.port',
  'node.cluster_file',
  'dashboard.port',
  'network.practice',
  'network.practice_people',
  'network.paused',
  'network.pause_on_metered',
  'network.pause_on_battery',
  'network.down_bytes_per_s',
  'network.up_bytes_per_s',
  'storage.folder',
  'storage.free_space_floor_bytes',
  'storage.s3_file',
  'sign_in.wallets_file',
];

/** Settings of the node, whichever computer it runs on. */
export const nodeSettings: readonly SettingName[] = settingNames.filter(
  (name) => !computerSettings.includes(name),
);

/** Returns whether only an action changes the setting: moving the store, or practice mode. */
export const isSetByAction = (name: SettingName): boolean =>
  name === 'storage.folder' || name === 'network.practice';

export function partsOf(name: SettingName): [section: string, key: string] {
  const [section = '', key = ''] = name.split('.');
  return [section, key];
}

/** Returns the values in sections, by the names of their settings. */
export const valuesByName = (sections: object): [name: SettingName, value: unknown][] =>
  Object.entries(sections).flatMap(([section, values]) =>
    Object.entries((values ?? {}) as object).map(([key, value]): [SettingName, unknown] => [
      `${section}.${key}` as SettingName,
      value,
    ]),
  );

/** Returns the value of a setting in sections. */
export function valueOf(sections: object, name: SettingName): unknown {
  const [section, key] = partsOf(name);
  return (sections as Record<string, Record<string, unknown> | undefined>)[section]?.[key];
}
