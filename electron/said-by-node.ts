import russian from '../renderer/locales/ru/node.json' with { type: 'json' };
import { translator } from '../src/contract/sentences.ts';
import { spokenLanguage } from './words.ts';

const asItIs = (value: number | string): string => String(value);
const toRussian = translator(russian, {
  ...{ n: asItIs, decimal: asItIs, ton: asItIs, time: asItIs },
  size: (bytes) =>
    new Intl.NumberFormat('ru', { style: 'unit', unit: 'byte', unitDisplay: 'long' }).format(bytes),
});

/** What the node says, such as why it cannot start, in the language of the shell; in English where that lacks it. */
export function saidByNode(english: string): string {
  return (spokenLanguage() === 'ru' ? toRussian(english) : undefined) ?? english;
}
