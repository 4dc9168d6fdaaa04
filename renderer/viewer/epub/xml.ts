import { BookProblem } from './book-problem.ts';

/** Parses XML. @throws BookProblem `unreadable` */
export type ParseXml = (text: string) => Document;

/** Parses XML with the parser of the browser, which reports errors as an element. */
export const parseXml: ParseXml = (text) => {
  const document = new DOMParser().parseFromString(text, 'application/xml');
  if (document.getElementsByTagName('parsererror').length > 0) throw new BookProblem('unreadable');
  return document;
};

/** Returns the descendants with a local name, regardless of their prefix. */
export const elementsOf = (parent: Document | Element, name: string): Element[] =>
  Array.from(parent.getElementsByTagNameNS('*', name));

/** Returns the children with a local name. */
export const childrenOf = (parent: Element, name: string): Element[] =>
  Array.from(parent.childNodes).filter(
    (node): node is Element => node.nodeType === 1 && (node as Element).localName === name,
  );

/** Returns the text of an element on one line. */
export const textIn = (element: Element | undefined): string =>
  (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
