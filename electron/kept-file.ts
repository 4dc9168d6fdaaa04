import Store from 'electron-store';

interface KeptFileOptions {
  dataDir: string;
  /** Without `.json`. */
  name: string;
  logger: { warn(fields: object, message: string): void };
}

/**
 * A small file of the shell in the data folder, for its owner only, whose loss can be mended: a damaged one is begun anew,
 * and what cannot be written, as on a full disk, holds until the app ends.
 */
export class KeptFile {
  readonly #options: KeptFileOptions;
  #content: object = {};
  #store: Store | undefined;

  constructor(options: KeptFileOptions) {
    this.#options = options;
    const { dataDir: cwd, name } = options;
    this.#try('read', () => {
      this.#store = new Store({ cwd, name, configFileMode: 0o600, clearInvalidConfig: true });
      this.#content = this.#store.store;
    });
  }

  /** To be checked: anybody may have edited the file. */
  get content(): object {
    return this.#content;
  }

  keep(content: object): void {
    this.#content = content;
    this.#try('written', () => {
      if (this.#store) this.#store.store = { ...content };
    });
  }

  #try(what: 'read' | 'written', work: () => void): void {
    try {
      work();
    } catch (error) {
      const { logger, name } = this.#options;
      logger.warn({ err: error, file: `${name}.json` }, `a file of the shell could not be ${what}`);
    }
  }
}
