/** Control characters, and those that change the direction of text to disguise it. */
const unprintable = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufffd]/g;

/** Removes characters from an untrusted text that would garble its line. */
export function printable(text: string): string {
  return text.toWellFormed().replace(unprintable, '');
}
