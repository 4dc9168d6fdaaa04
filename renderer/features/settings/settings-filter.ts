import { type SettingName, settingNames } from '../../../src/contract/setting-names.ts';
import { t } from '../../lib/i18n/language.ts';
import { choiceLabel, choicesOf } from './fields/setting-text.ts';
import { type GeneralSetting, generalSettings, kinds, sectionNames, sections } from './sections.ts';

/** Returns the words of a search text, all of which must match. */
export const wordsOf = (typed: string): string[] => typed.toLowerCase().split(/\s+/).filter(Boolean);

/** Returns whether every word occurs in one of the texts. */
export const matches = (words: readonly string[], ...texts: readonly string[]): boolean =>
  words.every((word) => texts.some((text) => text.toLowerCase().includes(word)));

/** Returns the settings of the dashboard on this computer whose texts contain every word. */
export const generalSettingsOf = (words: readonly string[]): GeneralSetting[] =>
  generalSettings.filter((name) =>
    matches(words, t(`settings.general.${name}.name`), t(`settings.general.${name}.text`)),
  );

/** Returns the settings whose texts, choices or names contain every word of a search text. */
export function settingNamesOf(typed: string): SettingName[] {
  const words = wordsOf(typed);
  const found = settingNames.filter((name) => matches(words, sectionTitle(name), ...textsOf(name)));
  // Those whose section alone matches come last.
  const isOwnMatch = (name: SettingName) => matches(words, ...textsOf(name));
  return [...found.filter(isOwnMatch), ...found.filter((name) => !isOwnMatch(name))];
}

const textsOf = (name: SettingName): string[] => [
  name,
  t(`settings.fields.${name}.name`),
  t(`settings.fields.${name}.text`),
  ...choiceLabels(name),
];

const sectionTitle = (name: SettingName): string => {
  const section = sectionNames.find((one) => name in sections[one]);
  return section ? t(`settings.sections.${section}`) : '';
};

const choiceLabels = (name: SettingName): string[] =>
  kinds[name] === 'choice' ? choicesOf(name).map((choice) => choiceLabel(name, choice)) : [];
