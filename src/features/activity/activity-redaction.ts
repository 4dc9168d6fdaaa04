import type { ActivityEntry } from '../../contract/dashboard-api/administration/activity.ts';
import type { Message, MessageValue } from '../../contract/messages/message.ts';

/** Patterns of personal data, each with marks of its own. The first match wins. */
const patterns = [
  { mark: 'content', pattern: /\bbafkrei[a-z2-7]{52}\b/g },
  { mark: 'wallet', pattern: /(?<![\w-])(?:-?\d+:[0-9a-fA-F]{64}|[\w-]{48})(?![\w-])/g },
  { mark: 'host', pattern: /\bhttps?:\/\/[^\s/]+/g },
  { mark: 'address', pattern: /\b\d{1,3}(?:\.\d{1,3}){3}\b/g },
] as const;

/**
 * Creates a function that replaces personal data by marks: network addresses, names, wallets, hosts, content ids. The
 * function uses the same mark for equal values and different marks for different values.
 */
export function redaction(): (entry: ActivityEntry) => ActivityEntry {
  const marks = new Map<string, string>();
  const counts = new Map<string, number>();
  const markOf = (mark: string, text: string): string => {
    const known = marks.get(`${mark} ${text}`);
    if (known !== undefined) return known;
    const count = (counts.get(mark) ?? 0) + 1;
    counts.set(mark, count);
    marks.set(`${mark} ${text}`, `${mark}-${count}`);
    return `${mark}-${count}`;
  };
  const withMarks = (text: string): string =>
    patterns.reduce((rest, { mark, pattern }) => rest.replace(pattern, (found) => markOf(mark, found)), text);
  const messageWithMarks = ({ reason, params }: Message): Message => ({
    reason,
    params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, valueWithMarks(value)])),
  });
  const valueWithMarks = (value: MessageValue): MessageValue => {
    if (typeof value === 'number') return value;
    return typeof value === 'string' ? withMarks(value) : messageWithMarks(value);
  };
  /** A name has no fixed form, so a whole text that matches no pattern counts as a name. */
  const marked = (text: string): string => {
    const known = patterns.find(({ pattern }) => text.replace(pattern, '') === '');
    return markOf(known?.mark ?? 'name', text);
  };
  return (entry) => ({
    ...entry,
    actor: { ...entry.actor, name: entry.actor.name === '' ? '' : marked(entry.actor.name) },
    address: entry.address === null ? null : markOf('address', entry.address),
    subject: entry.subject === null ? null : marked(entry.subject),
    detail: messageWithMarks(entry.detail),
  });
}
