/** A change of the schema. */
export interface PostgresMigration {
  version: number;
  /**
   * The oldest schema version whose programs still work after this migration. A migration that only adds keeps that of
   * the migration before it, so that replicas of both versions run at once. One that removes or renames something
   * raises it, in a release after the one that stopped to use that.
   */
  minimum: number;
  sql: string;
}
