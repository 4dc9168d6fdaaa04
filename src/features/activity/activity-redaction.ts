import type { ActivityEntry } from '../../contract/dashboard-api/activity.ts';

/** What tells of somebody, wherever it stands: each kind has marks of its own. First match wins. */
const patterns = [
  { mark: 'content', pattern: /\bbafkrei[a-z2-7]{52}\b/g },
  { mark: 'wallet', pattern: /(?<![\w-])(?:-?\d+:[0-9a-fA-F]{64}|[\w-]{48})(?![\w-])/g },
  { mark: 'host', pattern: /\bhttps?:\/\/[^\s/]+/g },
  { mark: 'address', pattern: /\b\d{1,3}(?:\.\d{1,3}){3}\b/g },
] as const;

/**
 * Replaces what tells of persons by marks: network addresses, names, wallets, hosts, content ids. The same
 * thing gets the same mark as long as the returned function is used, and no other does.
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
  /** A name may look like anything; what is nothing else as a whole is a name. */
  const marked = (text: string): string => {
    const known = patterns.find(({ pattern }) => text.replace(pattern, '') === '');
    return markOf(known?.mark ?? 'name', text);
  };
  return (entry) => ({
    ...entry,
    actor: { ...entry.actor, name: entry.actor.name === '' ? '' : marked(entry.actor.name) },
    address: entry.address === null ? null : markOf('address', entry.address),
    subject: entry.subject === null ? null : marked(entry.subject),
    detail: withMarks(entry.detail),
  });
}
