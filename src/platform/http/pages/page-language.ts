import i18next from 'i18next';
import { english } from '../../../contract/messages/en/index.ts';
import type { Message } from '../../../contract/messages/message.ts';
import { plainFormats } from '../../../contract/messages/plain-formats.ts';
import { russian } from '../../../contract/messages/ru/index.ts';
import { messageNamespace, messageTranslator } from '../../../contract/messages/translate.ts';

/** A language of the pages. */
export interface PageLanguage {
  code: 'en' | 'ru';
  /** Value of `og:locale`. */
  locale: string;
  textOf: (message: Message) => string;
}

const languages: Record<PageLanguage['code'], PageLanguage> = {
  en: { code: 'en', locale: 'en_US', textOf: translator('en', english) },
  ru: { code: 'ru', locale: 'ru_RU', textOf: translator('ru', russian) },
};

function translator(code: PageLanguage['code'], texts: object): PageLanguage['textOf'] {
  const instance = i18next.createInstance({
    lng: code,
    ns: messageNamespace,
    defaultNS: messageNamespace,
    resources: { [code]: { [messageNamespace]: texts } },
    initAsync: false,
    // The page escapes every text that it inserts.
    interpolation: { escapeValue: false },
  });
  void instance.init();
  return messageTranslator(instance, { ...plainFormats(code), bytes: (size) => shortSize(code, size) });
}

const sizeUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Returns a size as `1.1 MB`. */
function shortSize(code: string, bytes: number): string {
  let value = bytes;
  let power = 0;
  // Values from 999.5 would be rounded to four digits.
  while (value >= 999.5 && power < sizeUnits.length - 1) {
    value /= 1000;
    power += 1;
  }
  return new Intl.NumberFormat(code, {
    style: 'unit',
    unit: sizeUnits[power] as string,
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value);
}

/** Returns the language that a browser prefers (`Accept-Language`, RFC 9110, 12.5.4); English where it has none. */
export function languageOf(header: string | undefined): PageLanguage {
  const ranges = (header ?? '').split(',').map((part) => {
    const [tag = '', ...parameters] = part
      .toLowerCase()
      .split(';')
      .map((each) => each.trim());
    const quality = parameters.find((each) => each.startsWith('q='))?.slice(2);
    return { code: tag.split('-', 1)[0], quality: quality === undefined ? 1 : Number(quality) };
  });
  const [best] = ranges
    .filter(({ code, quality }) => (code === 'en' || code === 'ru') && quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return languages[best?.code === 'ru' ? 'ru' : 'en'];
}
