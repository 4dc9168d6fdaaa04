import purify from 'dompurify';
import { resolveReference } from './book-paths.ts';
import { elementsOf } from './xml.ts';

/** A sanitized chapter. Images and links have only the attributes `data-path` and `data-fragment`. */
export interface CleanChapter {
  content: DocumentFragment;
  /** Paths of the chapter's style sheets, and texts of its embedded styles, in their order. */
  styles: ({ path: string } | { text: string })[];
  /** SVG elements of the chapter as images, by the `data-path` of their `img` elements. */
  svgImages: Map<string, Blob>;
}

const xhtml = 'http://www.w3.org/1999/xhtml';

/** Elements that make no request, run nothing and take no input. */
const tags = [
  ...['a', 'abbr', 'address', 'article', 'aside', 'b', 'bdi', 'bdo', 'blockquote', 'br', 'caption', 'cite'],
  ...['code', 'col', 'colgroup', 'dd', 'del', 'dfn', 'div', 'dl', 'dt', 'em', 'figcaption', 'figure'],
  ...['footer', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'hr', 'i', 'img', 'ins', 'kbd', 'li', 'mark'],
  ...['ol', 'p', 'pre', 'q', 'rp', 'rt', 'ruby', 's', 'samp', 'section', 'small', 'span', 'strong', 'sub'],
  ...['sup', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'time', 'tr', 'tt', 'u', 'ul', 'var', 'wbr'],
  ...['math', 'mfrac', 'mi', 'mn', 'mo', 'mover', 'mroot', 'mrow', 'mspace', 'msqrt', 'mstyle', 'msub'],
  ...['msubsup', 'msup', 'mtable', 'mtd', 'mtext', 'mtr', 'munder', 'munderover'],
];
const attributes = [
  ...['alt', 'class', 'colspan', 'data-fragment', 'data-path', 'dir', 'id', 'lang', 'reversed', 'rowspan'],
  ...['scope', 'start', 'title', 'value'],
];

/** Removes everything from a chapter that could run, load or submit something. */
export function cleanChapter(text: string, path: string): CleanChapter {
  const document = parseChapter(text);
  const styles = stylesOf(document, path);
  const svgImages = replaceSvgElements(document);
  replaceReferences(document, 'img', 'src', path);
  replaceReferences(document, 'a', 'href', path);
  for (const element of document.querySelectorAll('*')) {
    const language = element.getAttribute('xml:lang');
    if (language !== null && !element.hasAttribute('lang')) element.setAttribute('lang', language);
  }
  // DOMPurify refuses a root element that it would remove.
  const root = document.createElementNS(xhtml, 'div');
  root.append(...(document.body ?? document.documentElement).childNodes);
  const content = purify.sanitize(root, {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: attributes,
    // These attributes contain names of files, not addresses.
    ADD_URI_SAFE_ATTR: ['data-fragment', 'data-path'],
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    // Names of elements in a shadow tree cannot hide properties of the window, and links need the names.
    SANITIZE_DOM: false,
    RETURN_DOM_FRAGMENT: true,
  });
  return { content, styles, svgImages };
}

/** Parses as HTML after an error, because many books are not well-formed XML. */
function parseChapter(text: string): Document {
  const document = new DOMParser().parseFromString(text, 'application/xhtml+xml');
  return document.getElementsByTagName('parsererror').length > 0 || !document.body
    ? new DOMParser().parseFromString(text, 'text/html')
    : document;
}

function stylesOf(document: Document, path: string): CleanChapter['styles'] {
  return Array.from(document.querySelectorAll('link[rel~="stylesheet"][href], style')).flatMap((element) => {
    if (element.localName === 'style') return { text: element.textContent ?? '' };
    const place = resolveReference(path, element.getAttribute('href') ?? '');
    return place ? { path: place.path } : [];
  });
}

/** Replaces references by paths in the book, and removes those to anything else. */
function replaceReferences(document: Document, name: string, attribute: string, path: string): void {
  for (const element of elementsOf(document, name)) {
    const reference = element.getAttribute(attribute);
    element.removeAttribute(attribute);
    if (element.hasAttribute('data-drawing')) continue;
    element.removeAttribute('data-path');
    const place = reference === null ? undefined : resolveReference(path, reference);
    if (!place) continue;
    element.setAttribute('data-path', place.path);
    element.setAttribute('data-fragment', place.fragment);
  }
}

/** Replaces SVG elements by images, because browsers run no scripts in an SVG image and load nothing for it. */
function replaceSvgElements(document: Document): Map<string, Blob> {
  const svgImages = new Map<string, Blob>();
  for (const element of document.querySelectorAll('[data-drawing]')) element.removeAttribute('data-drawing');
  for (const svg of elementsOf(document, 'svg')) {
    const image = document.createElementNS(xhtml, 'img');
    image.setAttribute('alt', svg.querySelector('title')?.textContent ?? '');
    const [inner, ...others] = elementsOf(svg, 'image');
    const link = inner?.getAttribute('href') ?? inner?.getAttributeNS('http://www.w3.org/1999/xlink', 'href');
    if (link && others.length === 0) {
      // Covers are often an image inside a drawing.
      image.setAttribute('src', link);
    } else {
      const name = `drawing ${svgImages.size}`;
      const text = new XMLSerializer().serializeToString(svg);
      svgImages.set(name, new Blob([text], { type: 'image/svg+xml' }));
      image.setAttribute('data-path', name);
      image.setAttribute('data-drawing', '');
    }
    svg.replaceWith(image);
  }
  return svgImages;
}
