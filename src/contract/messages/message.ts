import * as z from 'zod';
import type { english } from './en/index.ts';

/** A value of a message. A message in it is translated first. */
export type MessageValue = string | number | Message;

/** A message to people as data. Its text is made in the language of the reader, from the catalogue of messages. */
export interface Message {
  /** Names the text: a `MessageId`. Other versions of Alcove may have others. */
  reason: string;
  params: Record<string, MessageValue>;
}

export const nodeMessage: z.ZodType<Message> = z
  .object({
    reason: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number(), z.lazy(() => nodeMessage)])),
  })
  .meta({ id: 'Message' });

type Catalogue = typeof english;
type Singular<Key extends string> = Key extends `${infer Name}_${'one' | 'other'}` ? Name : Key;

/** Every message of this version: area and name, as in `auth.tokenUnknown`. */
export type MessageId = {
  [Area in keyof Catalogue]: `${Area}.${Singular<keyof Catalogue[Area] & string>}`;
}[keyof Catalogue];

type Texts = { [Area in keyof Catalogue]: Catalogue[Area] };
type TextOf<Id extends MessageId> = Id extends `${infer Area extends keyof Texts & string}.${infer Name}`
  ? Texts[Area][(Name | `${Name}_one` | `${Name}_other`) & keyof Texts[Area]]
  : never;

/** How each format of a placeholder (`{{name, format}}`) takes its value. */
interface Formats {
  number: number;
  /** A size in bytes. */
  bytes: number;
  /** Milliseconds. */
  duration: number;
  /** nanograms in decimal digits. */
  ton: string;
  /** A time of ISO 8601. */
  time: string;
  message: Message;
}
type ValueOf<Placeholder extends string> =
  Placeholder extends `${infer Name}, ${infer Format extends keyof Formats}`
    ? { [key in Name]: Formats[Format] }
    : { [key in Placeholder]: string | number };
type ValuesOf<Text extends string> = Text extends `${string}{{${infer Placeholder}}}${infer Rest}`
  ? ValueOf<Placeholder> & ValuesOf<Rest>
  : unknown;
type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** The parameters of a message, from the placeholders of its English text. */
export type MessageParams<Id extends MessageId> = Intersection<
  TextOf<Id> extends infer Text ? (Text extends string ? ValuesOf<Text> : never) : never
>;

/** A message without parameters. */
export type ConstantMessageId = {
  [Id in MessageId]: unknown extends MessageParams<Id> ? Id : never;
}[MessageId];

/** Returns a message of the catalogue (`en/`) with its parameters. */
export function message<Id extends MessageId>(
  reason: Id,
  ...[params]: unknown extends MessageParams<Id> ? [] : [MessageParams<Id>]
): Message {
  return { reason, params: (params ?? {}) as Message['params'] };
}

/** The texts of another language: one for every English one, and further plural forms. */
export type Translation<Area> = { readonly [Key in keyof Area]: string } & Readonly<Record<string, string>>;
