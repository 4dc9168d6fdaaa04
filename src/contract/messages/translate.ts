import type { i18n } from 'i18next';
import { type Message, type MessageValue, nodeMessage } from './message.ts';

/** The message for texts of others, which are in no catalogue. */
const untranslatedText = 'general.text';

/** How a program writes values in its language. */
export interface MessageFormats {
  number(value: number): string;
  bytes(size: number): string;
  duration(ms: number): string;
  ton(nanoTon: string): string;
  time(at: string): string;
}

/** The i18next namespace of the messages. */
export const messageNamespace = 'messages';

/**
 * Creates the function that returns the text of a message in the current language of `i18next`.
 * @param i18next holds the catalogue in the namespace `messages`
 */
export function messageTranslator(i18next: i18n, formats: MessageFormats): (message: Message) => string {
  for (const [name, format] of Object.entries(formats)) i18next.services.formatter?.add(name, format);
  i18next.services.formatter?.add('message', String);
  // The types of i18next are declared for the texts of the dashboard.
  const translate = i18next.t as unknown as (id: string, options: object) => string;

  return function textOf({ reason, params }: Message): string {
    const written = (value: MessageValue) => (typeof value === 'object' ? textOf(value) : value);
    const values = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, written(value)]));
    // Without nesting, because a value from others may hold its syntax.
    return translate(reason, { ns: messageNamespace, count: params.count, replace: values, nest: false });
  };
}

/**
 * Returns the message of a problem or of an invalid field if `i18next` has its text. Other versions of Alcove may send
 * unknown messages, and foreign texts have no translation.
 */
export function knownMessage(
  i18next: i18n,
  given: { reason?: unknown; params?: unknown },
): Message | undefined {
  const { data } = nodeMessage.safeParse({ reason: given.reason, params: given.params });
  if (!data || isUntranslated(data)) return undefined;
  const { count } = data.params;
  const ofPlural = typeof count === 'number' ? { count } : {};
  return i18next.exists(`${messageNamespace}:${data.reason}`, ofPlural) ? data : undefined;
}

/** Returns whether a message only contains a foreign text, in the language of its author. */
export const isUntranslated = ({ reason }: Message): boolean => reason === untranslatedText;
