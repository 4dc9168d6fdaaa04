/** The data folder holds no node. */
export class NoDataError extends Error {
  constructor(dataDir: string) {
    super(`There is no Alcove data in ${dataDir}. First start a node there: alcove serve --data-dir …`);
  }
}
