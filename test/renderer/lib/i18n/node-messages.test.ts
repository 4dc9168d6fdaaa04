import i18next from 'i18next';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messageText, translateNodeMessage } from '../../../../renderer/lib/i18n/node-messages.ts';
import { messages, russian } from '../../../../renderer/locales/ru/index.ts';
import { messageNamespace } from '../../../../src/contract/messages/translate.ts';
import { message } from '../../../../src/core/messages/message.ts';
import { textsInCode } from '../../../support/texts-in-code.ts';

beforeAll(async () => {
  i18next.addResourceBundle('ru', 'translation', russian);
  i18next.addResourceBundle('ru', messageNamespace, messages);
  await i18next.changeLanguage('ru');
});
afterAll(() => i18next.changeLanguage('en'));

const inRussian = (english: string) => translateNodeMessage(english).text;

describe('what the node says', () => {
  it('is shown in Russian, with values in Russian format', () => {
    expect(messageText({ reason: 'storage.tooLarge', params: { max: 1_610_612_736 } })).toBe(
      'Файл больше, чем принимает этот узел: 1,5\u00a0ГиБ.',
    );
    expect(
      messageText(
        message('orders.balancePromised', {
          ...{ balance: '500000000', promised: '200000000', needed: '12250000000' },
        }),
      ),
    ).toBe(
      'В кошельке 0,5\u00a0TON, из них 0,2\u00a0TON — для прежних транзакций, а нужно 12,25\u00a0TON вместе с комиссиями сети. Сначала пополните кошелёк.',
    );
    expect(messageText(message('orders.givenOut', { until: '2026-01-31T12:00:00.000Z' }))).toMatch(
      /^Транзакцию можно подтвердить в кошельке до 31 янв\. 2026.*\.$/,
    );
  });

  it('may be sentences one after the other, and within another', () => {
    expect(
      messageText(
        message('general.both', {
          first: message('peers.nameNotFound'),
          second: message('peers.nameNotFoundRemedy'),
        }),
      ),
    ).toBe('Компьютера с таким именем нет. Проверьте, верно ли написан адрес.');
    expect(
      messageText(
        message('chain.unavailable', {
          service: 'ton.example.org',
          why: message('general.both', {
            first: message('chain.timeout'),
            second: message('chain.sendUncertain'),
          }),
        }),
      ),
    ).toBe(
      'Не удалось обратиться к блокчейну через ton.example.org. Сервис не ответил вовремя. Неизвестно, принял ли блокчейн сообщение.',
    );
    expect(
      messageText(
        message('general.both', {
          first: message('diagnostics.peersAnswered', { answered: 0, asked: 2 }),
          second: message('diagnostics.peerFailed', {
            host: 'https://b:1',
            cause: message('diagnostics.peerUnused'),
          }),
        }),
      ),
    ).toBe('Ответило узлов: 0 из 2. https://b:1: не используется');
  });

  it('keeps what somebody else wrote within it', () => {
    expect(
      messageText(
        message('sharing.quoted', { what: message('sharing.refused'), text: 'Only on Sundays. Come back.' }),
      ),
    ).toBe('Узел отказал. Узел сообщает: «Only on Sundays. Come back.»');
    expect(messageText(message('orders.alreadyRegistered', { title: 'The node refused.' }))).toBe(
      'Этот файл уже зарегистрирован в блокчейне под названием «The node refused.».',
    );
  });

  it.each([
    'Something that no version says.',
    'The node refused. And then something that no version says.',
    'Something else: The node refused.',
    'constructor',
    `The node refused.${' The node refused.'.repeat(20)}`,
    `The node refused. ${'x'.repeat(5000)}`,
    '',
  ])('is left as it is, and marked, where any of it is not known: %.60s', (english) => {
    expect(translateNodeMessage(english)).toEqual({ text: english, lang: 'en' });
  });

  it('stays as it is in English', async () => {
    await i18next.changeLanguage('en');
    const english = 'The embedded chain of this node does not run.';
    expect(translateNodeMessage(english)).toEqual({ text: english, lang: undefined });
    await i18next.changeLanguage('ru');
  });
});

/** Each value as `{{}}`, whatever it is called. */
const withoutNames = (sentence: string) => sentence.replace(/\{\{.*?\}\}/g, '{{}}');
const names = (sentence: string) => [...sentence.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);

describe('the sentences of the node in Russian', () => {
  const sentences = Object.entries(russian.node);
  const english = sentences.map(([key]) => withoutNames(key));

  it('insert the values of the English ones, and are Russian', () => {
    for (const [key, theirs] of sentences) {
      const forgotten = names(key).filter((name) => !names(theirs).includes(name));
      expect(forgotten, key).toEqual(leftOut[key] ?? []);
      expect(names(key), key).toEqual(expect.arrayContaining(names(theirs)));
      if (theirs !== '{{host}}: {{words}}') expect(theirs, key).toMatch(/[а-яё]/i);
    }
  });

  it('are each what stands for themselves, and not for another one', () => {
    for (const [key, theirs] of sentences) {
      const given = key.replace(/\{\{(\w+?)\d*\}\}/g, (_all, kind: string) => samples[kind] ?? 'x');
      expect(translateNodeMessage(given).lang, key).toBeUndefined();
      const fixed = theirs.split(/\{\{\w+\}\}/).map((part) => part.trim());
      for (const part of fixed) expect(inRussian(given), key).toContain(part);
    }
  });

  it('are each said by the node, in the words of its code', async () => {
    const said = await saidInCode();
    const all = said.join('\n');
    const whole = said.filter((text) => text.includes('{{}}') && /[a-z]{4}/i.test(text)).map(asPattern);
    const unsaid = english.filter(
      (key) => !isPiece(key) && !all.includes(key) && !whole.some((pattern) => pattern.test(key)),
    );
    expect(unsaid).toEqual([]);
  });

  it('are all that the node says to a person', async () => {
    const isSentence = /^(?:[A-Z“]|\{\{\}\}[ :]).* .*[.!?”]$/s;
    const known = new Set(english);
    const untold = (await saidInCode())
      .map((text) => text.trim())
      .filter((text) => isSentence.test(text) && !forPrograms.some((pattern) => pattern.test(text)))
      .filter((text) => !isTold(text, known));
    expect(untold).toEqual([]);
  });
});

/** Values that Russian does without. */
const leftOut: Record<string, string[]> = {
  'The {{name}} of the request is not valid: {{path}} {{text}}': ['name'],
  'must be 0, or from {{n}} nanoTON ({{ton}}) to below 2^63': ['n'],
};
const samples: Record<string, string> = {
  n: '12',
  size: '2048',
  ton: '1.5 TON',
  time: '2026-01-31T12:00:00.000Z',
  host: 'https://node.example.org',
  port: '8470',
  path: '/home/anna/Alcove',
  words: 'nothing answers there',
  text: 'The embedded chain of this node does not run.',
  decimal: '1.5',
};

/** What only programs and people at a command line get to read: of HTTP, handshakes, tokens and receipts. */
const forPrograms = [
  /^(The (body|headers?|cursor|handshake|timestamp|nonce|Host header|path or|target|request|signature does not fit the request|public_host|multipart|init data|JSON|only|file belongs|payload)\b|A (request|public node must|private node does)|This (node is no proxy|path takes|nonce|is not a well-formed|is not the token))/,
  /^(Send |There is no such command|The node can’t remember|The listener|Web pages of|What is stored is not what|Bearer )/,
  /^(\{\{\}\} (services report|is not empty|belongs to)|The node itself reports|This node has no Telegram|\{\{\}\} Open the web app)/,
  /^(Who asked for this link|The receipt is of|The chain says something else|lengthBytes|Content and licences that nodes of|The (state init|node needs the walletState))/,
  /^Alcove runs already/,
  // Of the chain's own server, and what its journal says as the log tells it.
  /^(The (journal|message (is|has|would)|last block|faucet|blob worker|source)|Too many messages|A (transaction|content was fetched|bridge|node secret|practice)|This (port|file runs|address belongs))/,
  /^(“\{\{\}\}” is not|\{\{\}\},? (the journal|was written by)|Nothing was changed\. Restore|The practice node|had )/,
];

/** Counted or measured parts of sentences, which code makes of several literals. */
function isPiece(key: string): boolean {
  return (
    /^\{\{\}\} (minutes?|hours?|days?|seconds)( ago)?$/.test(key) ||
    ['{{}}: {{}}', 'Signed out', 'dashboard', 'node API', '{{}} of {{}} answered.'].includes(key)
  );
}

/** As a whole, with its conditional parts, or sentence by sentence. */
function isTold(template: string, known: ReadonlySet<string>): boolean {
  if (known.has(template)) return true;
  const pattern = asPattern(template);
  if ([...known].some((key) => pattern.test(key) || (key.length > 30 && asPattern(key).test(template))))
    return true;
  const parts = template.replace(/^(\{\{\}\} )+/, '').split(/(?<=[.!?”]) ?(?=[A-Z“]|\{\{\}\})/);
  return parts.every((part) => /^(\{\{\}\} ?)*$/.test(part) || known.has(part.trim()));
}

/** What a template of the code can become: anything may stand for its values. */
function asPattern(template: string): RegExp {
  const parts = template.split('{{}}').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}

/** What the node says in its code, and the shell for it, with `{{}}` for values. */
let texts: Promise<string[]> | undefined;
function saidInCode(): Promise<string[]> {
  texts ??= textsInCode(['src/**/*.ts', 'electron/{secrets,startup,node}/*.ts'], (file) =>
    elsewhere.test(file),
  ).then((found) => [...new Set(found.map(({ text }) => text).filter(({ length }) => length > 6))]);
  return texts;
}

/** At the command line, in the database, in documents of the API, and by the chain's own server. */
const elsewhere =
  /^src\/(cli|features\/recovery\/(backup|pristine)|features\/\w+\/([\w-]+\/)?([\w-]+-repository|chain-rows)\.ts|features\/\w+\/repository|platform\/sqlite\/(?!(?:folder-lock|open-database)\.ts)|crypto\/age|platform\/http\/openapi|features\/chain\/embedded\/(toncenter|listener)|contract\/(node|dashboard)-api)\b/;
