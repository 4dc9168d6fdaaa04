import type { ShownContent, ShowOptions } from './view.ts';

/** Number of bytes that are shown at once. */
const pieceBytes = 1024 * 1024;

/** Shows a file as plain text without interpreting it, piece by piece. */
export function showText({ root, url, size, texts, onShown, onFailed }: ShowOptions): ShownContent {
  const main = document.createElement('main');
  const text = document.createElement('pre');
  text.tabIndex = 0;
  const more = document.createElement('button');
  more.type = 'button';
  more.className = 'more';
  more.textContent = texts.showMore;
  let link = url;
  let at = 0;
  let decoder: TextDecoder | undefined;

  const load = async () => {
    more.disabled = true;
    const end = Math.min(at + pieceBytes, size);
    const response = await fetch(link, size > 0 ? { headers: { Range: `bytes=${at}-${end - 1}` } } : {});
    if (!response.ok) throw new Error(`answered ${response.status}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    decoder ??= decoderOf(bytes, end < size);
    text.append(decoder.decode(bytes, { stream: end < size }));
    at = end;
    more.disabled = false;
    more.hidden = at >= size;
    onShown();
  };
  const loadOrReport = () => load().catch(() => onFailed('unreadable'));
  more.addEventListener('click', loadOrReport);
  main.append(text, more);
  root.append(main);
  void loadOrReport();
  return {
    relink: (renewed) => {
      link = renewed;
    },
  };
}

/** Returns the decoder of a text: by its byte order mark, otherwise UTF-8, or Windows-1252 for invalid UTF-8. */
function decoderOf(start: Uint8Array, isCut: boolean): TextDecoder {
  const [first, second] = start;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le');
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be');
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: isCut });
    return new TextDecoder('utf-8');
  } catch {
    return new TextDecoder('windows-1252');
  }
}
