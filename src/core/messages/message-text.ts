import i18next from 'i18next';
import { english } from '../../contract/messages/en/index.ts';
import { plainFormats } from '../../contract/messages/plain-formats.ts';
import { messageNamespace, messageTranslator } from '../../contract/messages/translate.ts';

const instance = i18next.createInstance({
  lng: 'en',
  ns: messageNamespace,
  defaultNS: messageNamespace,
  resources: { en: { [messageNamespace]: english } },
  initAsync: false,
  // Problem documents and logs are not HTML.
  interpolation: { escapeValue: false },
});
void instance.init();

/** Returns the English text of a message, with exact values. */
export const messageText = messageTranslator(instance, plainFormats('en'));

/** Returns whether the catalogue has a text of this id. */
export const isMessageId = (id: string): boolean => instance.exists(`${messageNamespace}:${id}`);
