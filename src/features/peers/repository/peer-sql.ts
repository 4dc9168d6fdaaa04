const columns = `host, source, public_key AS "publicKey", offered_key AS "offeredKey",
  version, capabilities, metrics, compatibility, warning, verified_at AS "verifiedAt",
  last_contact AS "lastContact", latency_ms AS "latencyMs", failures, next_attempt AS "nextAttempt",
  failure_code AS "failureCode", failure_message AS "failureMessage", failure_remedy AS "failureRemedy",
  failure_reported_by AS "failureReportedBy", failure_at AS "failureAt"`;

/** Failures that this computer's connection may cause, and that may end when the network changes. */
const ofConnection = "('name_not_found', 'refused', 'timeout', 'tls', 'unreachable')";

/**
 * Orders peers worst first: unproven ones, then by failures. Among equals the newest is the worst, so that a flood of
 * new names cannot displace nodes that are known for long.
 */
const worstFirst = 'verified_at IS NULL DESC, failures DESC, COALESCE(verified_at, added_at) DESC, host';

/** Selects how many peers are beyond a limit; SQLite takes a negative limit for none. */
const beyond = (where: string) =>
  `(SELECT CASE WHEN count(*) > @limit THEN count(*) - @limit ELSE 0 END FROM peers WHERE ${where})`;

/**
 * Statements of the table `peers`, for SQLite and PostgreSQL.
 * @param randomDelay an expression for a number from 0 to below `@withinMs`
 */
export const peerSql = (randomDelay: string) =>
  ({
    one: `SELECT ${columns} FROM peers WHERE host = @host`,
    all: `SELECT ${columns} FROM peers`,
    learn: `INSERT INTO peers (host, source, added_at) VALUES (@host, 'learned', @at) ON CONFLICT DO NOTHING
       RETURNING ${columns}`,
    add: `INSERT INTO peers (host, source, added_at) VALUES (@host, @source, @at)
       ON CONFLICT (host) DO UPDATE SET source = excluded.source RETURNING ${columns}`,
    forgetOtherHosts:
      "DELETE FROM peers WHERE public_key = @publicKey AND host <> @host AND source = 'learned' RETURNING host",
    unproveOtherHosts: `UPDATE peers SET verified_at = NULL, next_attempt = @otherHostsNextAttempt
       WHERE public_key = @publicKey AND host <> @host RETURNING ${columns}`,
    recordProof: `UPDATE peers SET public_key = @publicKey, offered_key = NULL, version = @version,
         capabilities = @capabilities, metrics = @metrics, compatibility = @compatibility,
         warning = @warning, verified_at = COALESCE(verified_at, @at), last_contact = @at,
         latency_ms = @latencyMs, failures = 0, next_attempt = @nextAttempt,
         failure_code = @failureCode, failure_message = @failureMessage, failure_remedy = @failureRemedy,
         failure_reported_by = 'this_node', failure_at = @failureAt
       WHERE host = @host RETURNING ${columns}`,
    recordFailure: `UPDATE peers SET failures = failures + 1, next_attempt = @nextAttempt, failure_code = @code,
         failure_message = @message, failure_remedy = @remedy, failure_reported_by = @reportedBy,
         failure_at = @at, offered_key = COALESCE(@offeredKey, offered_key)
       WHERE host = @host AND source <> 'removed' AND COALESCE(@offeredKey <> public_key, TRUE)
       RETURNING ${columns}`,
    accept: `UPDATE peers SET public_key = offered_key, offered_key = NULL, verified_at = NULL, next_attempt = NULL
       WHERE host = @host AND offered_key = @offeredKey RETURNING ${columns}`,
    remove: `UPDATE peers SET source = 'removed', public_key = NULL, offered_key = NULL, verified_at = NULL,
         version = NULL, compatibility = NULL, warning = NULL, last_contact = NULL, latency_ms = NULL,
         failures = 0, next_attempt = NULL, failure_code = NULL, failure_message = NULL,
         failure_remedy = NULL, failure_at = NULL
       WHERE host = @host AND source <> 'removed' RETURNING ${columns}`,
    endPractice: "DELETE FROM peers WHERE source = 'practice' AND host <> @host RETURNING host",
    evict: `DELETE FROM peers WHERE host IN (
         SELECT host FROM peers WHERE source = 'learned' ORDER BY ${worstFirst}
         LIMIT ${beyond("source <> 'removed'")}) RETURNING host`,
    forgetRemoved: `DELETE FROM peers WHERE host IN (
         SELECT host FROM peers WHERE source = 'removed' ORDER BY added_at, host
         LIMIT ${beyond("source = 'removed'")}) RETURNING host`,
    retrySoon: `UPDATE peers SET next_attempt = @now + ${randomDelay} WHERE host IN (
         SELECT host FROM peers WHERE failures > 0 AND failure_code IN ${ofConnection}
           AND next_attempt > @latest AND (verified_at IS NOT NULL OR source <> 'learned')
           AND source <> 'removed'
         ORDER BY source = 'learned', failures, host LIMIT @max) RETURNING ${columns}`,
  }) as const;
