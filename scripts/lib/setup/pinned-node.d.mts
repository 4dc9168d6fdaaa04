/** The version of the dev dependency `node`. */
export const nodeVersion: string;

/** The packages with the binaries by `process.platform-process.arch`, with the SHA-512 of their tarballs. */
export const nodePackages: Record<string, { name: string; integrity: string }>;
