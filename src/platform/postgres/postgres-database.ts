import { setTimeout as delay } from 'node:timers/promises';
import { type ClientConfig, Pool, type PoolClient, type QueryConfig, types } from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import type { Logger } from '../../core/log/logger.ts';
import {
  DatabaseUnavailableError,
  databaseErrorOf,
  isConflict,
  OutcomeUnknownError,
} from './database-error.ts';
import { type Follower, Notifications } from './notifications.ts';

const maxConnections = 10;
/** Attempts of a transaction that the server rolls back because of others. */
const maxAttempts = 8;

/** Time limits in milliseconds. */
const defaultLimits = {
  /** For a connection, new or of the pool. */
  connect: 5_000,
  /** For a statement on the server. */
  statement: 10_000,
  /** For a response, which is longer, because it also covers servers and networks that stand still. */
  answer: 15_000,
};

export interface PostgresOptions {
  /** `postgresql://user@host/database`, with the parameters of libpq, without the password. */
  url: string;
  /** Returns the password; called for each connection, because it may change. */
  password: () => string;
  logger: Logger;
  limits?: typeof defaultLimits;
}

/** A statement with its values, where U+FFFD replaces NUL in texts; returns the rows. */
export type Query = <Row extends object>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

/** A prepared statement with its values; returns the rows. */
export type PreparedQuery = <Row extends object>(values: readonly unknown[]) => Promise<Row[]>;

/** A connection of the pool while it is used. */
interface Connection {
  client: PoolClient;
  /** Whether it must be closed. */
  isBroken: boolean;
  run: <Row extends object>(statement: QueryConfig<unknown[]>) => Promise<Row[]>;
}

/** A database on a PostgreSQL server, which several replicas use at once. */
export class PostgresDatabase {
  readonly logger: Logger;
  readonly #config: ClientConfig;
  readonly #pool: Pool;
  /** Whether the last statement was answered, so that each outage is logged once. */
  #isResponding = true;

  constructor({ url, password, logger, limits = defaultLimits }: PostgresOptions) {
    this.logger = logger;
    this.#config = {
      ...parseIntoClientConfig(url),
      password,
      application_name: 'alcove',
      keepAlive: true,
      connectionTimeoutMillis: limits.connect,
      statement_timeout: limits.statement,
      idle_in_transaction_session_timeout: limits.answer,
      query_timeout: limits.answer,
      types: { getTypeParser },
    };
    this.#pool = new Pool({ ...this.#config, max: maxConnections });
    // Without a listener, a lost connection would end the process: here if it is idle, below if it is in use.
    this.#pool.on('error', (error: Error & { client?: unknown }) => {
      // `pg` adds its whole connection, with the number that cancels statements.
      delete error.client;
      logger.warn({ err: error }, 'a connection to the database was lost');
    });
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  /** Runs one statement in a transaction of its own. @throws DatabaseUnavailableError */
  readonly query: Query = (text, values) => this.#rowsOf(this.#pool, { text, values: storable(values) });

  /**
   * Runs a series of equal statements on one connection, which takes less time than one of the pool for each. The
   * server parses the statement once for each connection. After any error, the connection is closed, because it may have
   * lost the statement.
   * @param name name of the prepared statement
   * @param work awaits its queries
   * @throws DatabaseUnavailableError
   */
  series<Result>(
    name: string,
    text: string,
    work: (query: PreparedQuery) => Promise<Result>,
  ): Promise<Result> {
    return this.#onConnection((connection) =>
      work(async (values) => {
        try {
          return await connection.run({ name, text, values: storable(values) });
        } catch (error) {
          connection.isBroken = true;
          throw error;
        }
      }),
    );
  }

  /**
   * Runs one transaction. Isolation is `read committed`. If the server rolls it back because of another one, `work`
   * runs again, so it must do nothing else.
   * @param limitMs limit of each statement, instead of that of the database
   * @throws DatabaseUnavailableError
   */
  async transaction<Result>(work: (query: Query) => Promise<Result>, limitMs?: number): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#attempt(work, limitMs);
      } catch (error) {
        if (attempt === maxAttempts || !isConflict(error)) throw error;
      }
      await delay(Math.random() * 2 ** attempt);
    }
  }

  /**
   * Follows the notifications of a channel, on a connection of its own.
   * @returns a function that ends it
   */
  follow(channel: string, follower: Follower): () => Promise<void> {
    const { logger } = this;
    const notifications = new Notifications({ config: this.#config, channel, follower, logger });
    return () => notifications.stop();
  }

  /** Closes all connections; running statements end first. */
  async close(): Promise<void> {
    await this.#pool.end();
  }

  #attempt<Result>(work: (query: Query) => Promise<Result>, limitMs: number | undefined): Promise<Result> {
    return this.#onConnection(async (connection) => {
      const query: Query = (text, values) =>
        connection.run({ text, values: storable(values), ...(limitMs && { query_timeout: limitMs }) });
      try {
        await query('BEGIN');
        if (limitMs !== undefined) await query(`SET LOCAL statement_timeout = ${limitMs}`);
        const result = await work(query);
        await this.#commit(connection.client);
        return result;
      } catch (error) {
        connection.isBroken ||= error instanceof DatabaseUnavailableError;
        if (!connection.isBroken) await query('ROLLBACK').catch(() => {});
        throw error;
      }
    });
  }

  /** Takes a connection from the pool. One that is lost, or busy after a time limit, is closed, which rolls back, too. */
  async #onConnection<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw this.#errorOf(error);
    });
    const connection: Connection = {
      client,
      isBroken: false,
      run: async (statement) => {
        try {
          return await this.#rowsOf(client, statement);
        } catch (error) {
          connection.isBroken ||= error instanceof DatabaseUnavailableError;
          throw error;
        }
      },
    };
    try {
      return await work(connection);
    } finally {
      client.release(connection.isBroken);
    }
  }

  /** The server answers the commit of a transaction with a failed statement by `ROLLBACK`, which is no error. */
  async #commit(client: PoolClient): Promise<void> {
    const { command } = await client.query('COMMIT').catch((error: unknown) => {
      const known = this.#errorOf(error);
      throw known instanceof DatabaseUnavailableError ? new OutcomeUnknownError(error) : known;
    });
    if (command !== 'COMMIT') throw new Error('A failed statement of the transaction was ignored');
  }

  async #rowsOf<Row extends object>(
    on: Pick<Pool, 'query'>,
    statement: QueryConfig<unknown[]>,
  ): Promise<Row[]> {
    try {
      const { rows } = await on.query<Row>(statement);
      if (!this.#isResponding) this.logger.info('the database answers again');
      this.#isResponding = true;
      return rows;
    } catch (error) {
      throw this.#errorOf(error);
    }
  }

  /** Returns the error for the caller, and logs the begin of an outage, because clients are only told to try again. */
  #errorOf(error: unknown): unknown {
    const known = databaseErrorOf(error);
    if (known instanceof DatabaseUnavailableError && this.#isResponding) {
      this.logger.error({ err: error }, 'the database does not answer');
      this.#isResponding = false;
    }
    return known;
  }
}

/** PostgreSQL stores every character of Unicode except NUL. */
const storable = (values: readonly unknown[] = []): unknown[] =>
  values.map((value) => (typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value));

/** Times, sizes and counts are below 2^53, so `bigint` becomes a number. */
const getTypeParser: typeof types.getTypeParser = (id, format) =>
  id === types.builtins.INT8 ? Number : types.getTypeParser(id, format);
