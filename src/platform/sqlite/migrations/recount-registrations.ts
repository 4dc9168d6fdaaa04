/** SQL of migrations, never changed: sets anew which registration of a file counts, on each platform. */
export const recount = (sha256: string) => `
  UPDATE chain_contents SET is_first = 0
    WHERE platform IN (SELECT id FROM platforms) AND sha256 = ${sha256} AND is_first = 1;
  UPDATE chain_contents SET is_first = 1 WHERE id IN (
    SELECT id FROM (SELECT chain_contents.id,
        row_number() OVER (PARTITION BY platforms.id ORDER BY chain_contents.created_at, content_index) AS place
      FROM platforms CROSS JOIN chain_contents ON platform = platforms.id
      LEFT JOIN file_registrants
        ON file_registrants.sha256 = ${sha256} AND file_registrants.network = platforms.network
      WHERE chain_contents.sha256 = ${sha256} AND coalesce(sender = wallet, 1)) WHERE place = 1);`;
