import { createHash } from 'node:crypto';
import { AlcoveError } from '@alcove/client';
import i18next from 'i18next';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callErrorFrom } from '../../../../renderer/lib/api/call-error.ts';
import { messageOf, messageText } from '../../../../renderer/lib/i18n/node-messages.ts';
import { messages, russian } from '../../../../renderer/locales/ru/index.ts';
import { selfTest } from '../../../../src/contract/dashboard-api/administration/diagnostics.ts';
import { localPeer } from '../../../../src/contract/dashboard-api/peers.ts';
import { problemDocument } from '../../../../src/contract/problems.ts';
import { costPerFile } from '../../../../src/core/stored-cost.ts';
import { hasEnglish } from '../../../desktop/screens/left-in-english.ts';
import { json, startTestNode, type TestNode } from '../../../support/node/start-test-node.ts';

/** The problems of a real node, as shown by the dashboard in Russian. */
let node: TestNode;
beforeAll(async () => {
  i18next.addResourceBundle('ru', 'translation', russian);
  i18next.addResourceBundle('ru', 'messages', messages);
  await i18next.changeLanguage('ru');
  node = await startTestNode({
    settings: { storage: { max_upload_bytes: 2048, quota_bytes: 2 * costPerFile + 3000 } },
  });
});
afterAll(async () => {
  await i18next.changeLanguage('en');
  await node.stop();
});

const send = (method: string, path: string, body: object) => node.askLocal(path, { method, ...json(body) });
const upload = (body: string) =>
  node.askLocal('/local/content', { method: 'POST', body, headers: { 'X-File-Name': btoa('a.txt') } });
const unknown = 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku';
const passphrase = 'вишня под окном поёт';
/** An age file whose passphrase has a low work factor. */
const encryptedForAnother = `age-encryption.org/v1\n-> scrypt ${'A'.repeat(22)} 1\n${'A'.repeat(43)}\n--- ${'A'.repeat(43)}\n${'x'.repeat(40)}`;

const cases: Record<string, [does: () => Promise<Response>, code: string, says: RegExp]> = {
  'a file that is too large': [() => upload('x'.repeat(2500)), 'payload_too_large', /: 2(,\d+)?\u00a0кБ\./],
  'a full quota': [
    async () => {
      await upload('a'.repeat(1500));
      return upload('b'.repeat(1600));
    },
    'insufficient_storage',
    /Предел хранилища/,
  ],
  'a blocked file': [
    async () => {
      const id = createHash('sha256').update('закрыто').digest('hex');
      await send('POST', '/local/blocked', { content_id: id });
      return upload('закрыто');
    },
    'blocked',
    /заблокирова/,
  ],
  'a file that is gone': [() => node.askLocal(`/local/content/${unknown}`), 'content_not_found', /нет файла/],
  'an id that is none': [() => node.askLocal('/local/content/nonsense'), 'invalid_content_id', /CIDv1/],
  'an address of a node that is none': [
    () => send('POST', '/local/peers', { url: 'ftp://example.org/x' }),
    'invalid_request',
    /Укажите адрес узла/,
  ],
  'a peer that is gone': [
    () => send('POST', '/local/peers/retry', { host: 'https://gone.example.org' }),
    'peer_not_found',
    /нет/,
  ],
  'a node to share with that cannot be used': [
    () => send('POST', '/local/share-hosts', { host: 'https://gone.example.org' }),
    'peer_not_found',
    /«Узлы»/,
  ],
  'a storage folder that is none': [
    () => send('POST', '/local/storage/move', { to: { selection_id: '/home/ada' } }),
    'folder_not_found',
    /Выберите папку/,
  ],
  'a setting that cannot be': [
    () => send('PATCH', '/local/settings', { http: { allowed_origins: ['nonsense'] } }),
    'invalid_request',
    /[а-я]/,
  ],
  'a node that cannot restart': [
    () => send('POST', '/local/restart', {}),
    'precondition_failed',
    /перезапуст/,
  ],
  'a passphrase that is too short': [
    () => send('POST', '/local/recovery', { passphrase: 'коротко' }),
    'invalid_request',
    /не меньше 12/,
  ],
  'another passphrase than that of the recovery file': [
    () => send('POST', '/local/recovery/check', { file: btoa(encryptedForAnother), passphrase }),
    'invalid_request',
    /раскладку клавиатуры/,
  ],
  'a file that is no recovery file': [
    () => send('POST', '/local/recovery/check', { file: btoa('something else'), passphrase }),
    'invalid_request',
    /не файл восстановления/,
  ],
  'a purchase where no chain is followed': [
    () =>
      send('POST', '/local/orders/quote', {
        ...{ kind: 'purchase', pay_with: 'service_wallet', licence: 'listen' },
        content_address: `0:${'1'.repeat(64)}`,
      }),
    'chain_unavailable',
    /не следит/,
  ],
  'a token that is gone': [
    () => node.askLocal('/local/tokens/nobody', { method: 'DELETE' }),
    'token_not_found',
    /отозван/,
  ],
};

describe('the Russian dashboard shows', () => {
  it.each(Object.entries(cases))('the problem of %s', async (_what, [action, code, expected]) => {
    const { errors = [], ...problem } = problemDocument.parse(await (await action()).json());
    const shown = callErrorFrom(new AlcoveError({ ...problem, errors, failure: 'refused' }));
    expect(shown).toMatchObject({ code, detailLanguage: undefined });
    expect(shown?.detail).toMatch(expected);
    const words = [
      shown?.title,
      shown?.detail,
      ...errors.map((error) => {
        const known = messageOf(error);
        return known ? messageText(known) : error.message;
      }),
    ];
    expect(words.filter((text) => hasEnglish(text ?? ''))).toEqual([]);
  });

  it('why a peer cannot be reached, with a remedy', async () => {
    const response = await send('POST', '/local/peers', { url: 'http://127.0.0.1:1' });
    const { failure } = localPeer.parse(await response.json());
    expect(failure && messageText(failure.message)).toMatch(/узел не отвечает/);
    expect(failure && messageText(failure.remedy)).toMatch(/Проверьте порт/);
  });

  it('the results of the self-test', async () => {
    const response = await node.askLocal('/local/self-test', { method: 'POST' });
    const { checks } = selfTest.parse(await response.json());
    const words = checks
      .flatMap(({ title, detail, remedy }) => [title, detail, remedy])
      .filter((text) => text !== null)
      .map(messageText);
    expect(words.length).toBeGreaterThanOrEqual(2 * checks.length);
    expect(words.filter(hasEnglish)).toEqual([]);
  });
});
