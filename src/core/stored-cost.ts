/**
 * What a file takes besides its bytes: the rest of its last 4 KiB block, its rows and their index (measured: 2 KB; with the
 * longest titles in scripts of three bytes a character 9 KB).
 */
export const costPerFile = 8 * 1024;

/** Search keeps every beginning of every word; that took up to twelve times the text (measured). */
const costPerTextByte = 12;

/** Files with what is said about them. */
export interface StoredAmount {
  files: number;
  /** Of the files. */
  bytes: number;
  /** Bytes of descriptions, authors and hashtags. */
  textBytes?: number;
}

/** Bytes that files count against every limit of the store: about what they take of the disk. */
export const storedCost = ({ files, bytes, textBytes = 0 }: StoredAmount): number =>
  bytes + files * costPerFile + textCost(textBytes);

/** What one file counts. */
export const costOfFile = (bytes: number): number => storedCost({ files: 1, bytes });

/** What is said about files counts. */
export const textCost = (bytes: number): number => bytes * costPerTextByte;
