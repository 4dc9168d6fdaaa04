import russian from '../../renderer/locales/ru/node.json' with { type: 'json' };
import { translator } from '../../src/contract/sentences.ts';
import { currentLanguage } from './translate.ts';

const unchanged = (value: number | string): string => String(value);
const toRussian = translator(russian, {
  ...{ n: unchanged, decimal: unchanged, ton: unchanged, time: unchanged },
  size: (bytes) =>
    new Intl.NumberFormat('ru', { style: 'unit', unit: 'byte', unitDisplay: 'long' }).format(bytes),
});

/** Translates a message of the node, which is English, where the shell's language has a translation. */
export function translateNodeMessage(english: string): string {
  return (currentLanguage() === 'ru' ? toRussian(english) : undefined) ?? english;
}
