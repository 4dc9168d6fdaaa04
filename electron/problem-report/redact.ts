/** Separates the words of a mnemonic: in a list, numbered, in JSON or in a URL. */
const separator = /(?:[\s,;"+.\d-]|\\[nrt]|%20|%0A){1,12}/.source;
const secretName = /(?:token|secret|password|passphrase|passwd|api_?-?key|cookie|mnemonic|seed|proof)/.source;
/** Last parts of host names; names of files in the log end differently. */
const endOfHost =
  /(?:com|org|net|info|biz|dev|app|cloud|online|site|xyz|ton|lan|local|home|internal|localdomain|example|test|onion|(?!js|ts|db|md|so|sh|gz|py)[a-z]{2})/
    .source;

/**
 * Patterns of personal data, data about machines, and secrets, in the order in which they are applied: mnemonics first,
 * because the pattern of a secret would take only their first word, and URLs before bare host names.
 */
const patterns: readonly { mark: string; pattern: RegExp }[] = [
  { mark: 'words', pattern: new RegExp(`\\b[A-Za-z]{3,8}(?:${separator}[A-Za-z]{3,8}){7,}\\b`, 'g') },
  { mark: 'bot token', pattern: /\b\d{6,12}:[\w-]{30,}/g },
  { mark: 'wallet', pattern: /(?<![\w+/-])(?:(?:0|-1):[0-9a-fA-F]{64}|[\w+/-]{48})(?![\w+/-])/g },
  { mark: 'content', pattern: /\bbafkrei[a-z2-7]{52}\b/g },
  { mark: 'token', pattern: /\beyJ(?:(?!\beyJ)[\w-])+\.[\w-]+\.[\w-]*/g },
  { mark: 'long value', pattern: /[\w+/=%-]{32,}|\b(?:0x)?[0-9a-fA-F]{16,}\b/g },
  { mark: 'host', pattern: /(?<=\b(?!file)[a-z]{2,}:\/\/)[^\s/"'\\,)]+/g },
  { mark: 'value', pattern: /(?<=[?&][\w.-]{1,40}=)[^&\s"'#<]+/g },
  { mark: 'secret', pattern: new RegExp(`(?<=${secretName}\\\\?["']?\\s?[=:]\\s?)[^\\s"'\\\\,&(<]+`, 'gi') },
  { mark: 'secret', pattern: new RegExp(`(?<=${secretName}\\\\?"\\s?:\\s?\\\\?")[^"\\\\<]+`, 'gi') },
  { mark: 'secret', pattern: /(?<=\b(?:Bearer|Basic) )[^\s"'\\<]+/g },
  { mark: 'name', pattern: /(?<="(?:name|title)":\s?")[^"<]+/g },
  { mark: 'e-mail', pattern: /(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]+/g },
  {
    mark: 'host',
    pattern: new RegExp(`(?<![\\w@.-])(?:[a-z0-9][a-z0-9-]{0,62}\\.)+${endOfHost}(?![\\w-]|\\.\\w)`, 'g'),
  },
  {
    mark: 'host',
    pattern: /(?<=\b(?:ENOTFOUND|EAI_AGAIN) )[\w.-]+|(?<="(?:hostname|servername)":\s?")[^"<]+/g,
  },
  { mark: 'address', pattern: /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.]*\.\d)/g },
  { mark: 'address', pattern: /(?<![\w:.])(?:[0-9a-fA-F]{0,4}:){2,7}[0-9a-fA-F]{0,4}(?![\w:])/g },
];

const loopback = /^(?:127(?:\.\d+){3}|localhost|\[?::1\]?|0\.0\.0\.0)(?::\d+)?$/;
/** A time of day, which looks like an IPv6 address. */
const clockTime = /^\d{1,2}:\d{2}(?::\d{2})?$/;

export interface RedactOptions {
  dataDir: string;
  home: string;
  /** Texts that are always redacted. */
  secrets: readonly string[];
}

/** Returns a function that replaces private data by marks; equal values get the same mark. */
export function redactor({ dataDir, home, secrets }: RedactOptions): (text: string) => string {
  const marks = new Map<string, string>();
  const counts = new Map<string, number>();
  const markOf = (mark: string, found: string): string => {
    if (loopback.test(found) || clockTime.test(found)) return found;
    const known = marks.get(found);
    if (known !== undefined) return known;
    const count = (counts.get(mark) ?? 0) + 1;
    counts.set(mark, count);
    marks.set(found, `<${mark} ${count}>`);
    return `<${mark} ${count}>`;
  };
  const folders = [
    [dataDir, '<data folder>'],
    [home, '~'],
  ].filter(([path = '']) => path.length > 1) as [string, string][];
  return (text) => {
    let rest = text;
    for (const secret of secrets) if (secret !== '') rest = rest.replaceAll(secret, '<secret>');
    for (const [path, mark] of folders) {
      // In JSON, the separators of Windows paths are doubled.
      rest = rest.replaceAll(path, mark).replaceAll(path.replaceAll('\\', '\\\\'), mark);
    }
    rest = rest.replace(/((?:\/home|\/Users|\/media|[A-Z]:\\{1,2}Users)[/\\]+)[^/\\\s"']+/g, '$1<user>');
    return patterns.reduce(
      (redacted, { mark, pattern }) => redacted.replace(pattern, (found) => markOf(mark, found)),
      rest,
    );
  };
}
