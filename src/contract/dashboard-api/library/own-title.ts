const plain = (text: string): string => text.replace(/[_\s]+/g, ' ').trim();

/** Returns the title that a user gave a file; null if the title only repeats the file name. */
export function ownTitle(title: string, fileName: string): string | null {
  const isName = [fileName, fileName.replace(/\.[^.]+$/, '')].some((name) => plain(title) === plain(name));
  return title === '' || isName ? null : title;
}
