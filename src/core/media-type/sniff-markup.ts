/**
 * Detects documents that a browser could execute by their first bytes. Like browsers, skips white space and a byte
 * order mark.
 * @param strict the content is declared as text: only a certain document counts, not every `<`
 * @returns the media type of the document, or undefined
 */
export function sniffExecutable(head: Uint8Array, strict: boolean): string | undefined {
  const text = textOf(head).trimStart();
  if (text.startsWith('%PDF-')) return 'application/pdf';
  if (!/^<[a-z!?/]/i.test(text)) return !strict && moduleStart.test(text) ? 'text/javascript' : undefined;
  const root = rootElement(text);
  if (root === 'svg') return 'image/svg+xml';
  if (/^<\?xml/i.test(text)) return root === 'html' ? 'application/xhtml+xml' : 'application/xml';
  return !strict || htmlStart.test(text) ? 'text/html' : undefined;
}

/** Statements that only begin modules; scripts in general cannot be distinguished from prose. */
const moduleStart = /^(import|export)\b\s*["'{*(\w]/;

/** The tags of HTML by the WHATWG MIME Sniffing standard, section 7.1. */
const htmlStart =
  /^<(!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[\s>]|^<!--/i;

/** Returns the first element after declarations and comments; it may be beyond the available bytes. */
const rootElement = (text: string): string | undefined =>
  /<([a-z][a-z0-9]*)/i.exec(withoutComments(text))?.[1]?.toLowerCase();

/** Removes comments; an unterminated one stays. */
function withoutComments(text: string): string {
  let kept = '';
  let at = 0;
  for (;;) {
    const start = text.indexOf('<!--', at);
    const end = start === -1 ? -1 : text.indexOf('-->', start + 4);
    if (end === -1) return kept + text.slice(at);
    kept += text.slice(at, start);
    at = end + 3;
  }
}

function textOf(head: Uint8Array): string {
  const [first, second] = head;
  const utf16 =
    (first === 0xff && second === 0xfe && 'utf-16le') || (first === 0xfe && second === 0xff && 'utf-16be');
  return new TextDecoder(utf16 || 'utf-8').decode(head);
}
