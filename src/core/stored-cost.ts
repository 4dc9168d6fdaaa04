/**
 * Disk space of a file besides its bytes: the rest of its last 4 KiB block, its rows and their index (measured: 2 KB;
 * with the longest titles in scripts of three bytes a character 9 KB).
 */
export const costPerFile = 8 * 1024;

/** The search index stores every prefix of every word, which took up to twelve times the text (measured). */
const costPerTextByte = 12;

interface CountedFiles {
  files: number;
  /** Bytes of the files. */
  bytes: number;
  /** Bytes of descriptions, authors and hashtags. */
  textBytes?: number;
}

/** Returns the bytes that files count against every limit of the store, approximately their disk space. */
export const storedCost = ({ files, bytes, textBytes = 0 }: CountedFiles): number =>
  bytes + files * costPerFile + textCost(textBytes);

export const costOfFile = (bytes: number): number => storedCost({ files: 1, bytes });

export const textCost = (bytes: number): number => bytes * costPerTextByte;
