import Store from 'electron-store';

interface StateFileOptions {
  dataDir: string;
  /** The file name without `.json`. */
  name: string;
  logger: { warn(fields: object, message: string): void };
}

/** A small JSON file of the shell in the data folder. Its content stays in memory if it cannot be written. */
export class StateFile {
  readonly #options: StateFileOptions;
  #content: object = {};
  #store: Store | undefined;

  constructor(options: StateFileOptions) {
    this.#options = options;
    const { dataDir: cwd, name } = options;
    this.#try('read', () => {
      this.#store = new Store({ cwd, name, configFileMode: 0o600, clearInvalidConfig: true });
      this.#content = this.#store.store;
    });
  }

  /** Returns the content, which the reader must validate, because users can edit the file. */
  get content(): object {
    return this.#content;
  }

  write(content: object): void {
    this.#content = content;
    this.#try('written', () => {
      if (this.#store) this.#store.store = { ...content };
    });
  }

  #try(action: 'read' | 'written', work: () => void): void {
    try {
      work();
    } catch (error) {
      const { logger, name } = this.#options;
      logger.warn({ err: error, file: `${name}.json` }, `a state file of the shell could not be ${action}`);
    }
  }
}
