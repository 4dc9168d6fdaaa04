/** Reverts migrations 20 to 62 of a database, for tests of data of an earlier version. */
export const withoutMessages = `
  DROP TABLE collection_kinds; DROP TABLE shared_connections; DROP TABLE node_settings; DROP TRIGGER pinned_collections_removed; DROP TRIGGER copies_of_parts; DROP TABLE pinned_parts; DROP TABLE replica_position;
  DROP INDEX chain_contents_without_key; DROP INDEX chain_market_titles; ALTER TABLE chain_contents DROP COLUMN title_key;
  DROP TRIGGER pictures_unused; DROP TABLE unused_pictures; DROP TRIGGER registrants_of_removed; DROP TRIGGER registrants_of_closed;
  DROP TRIGGER entries_of_sold_content; DROP TRIGGER sold_collections_closed;
  DROP TABLE sold_parts; DROP TABLE sold_collections; DROP TABLE parts_in_sale;
  DROP TABLE file_registrants; DROP INDEX chain_contents_first; ALTER TABLE chain_contents DROP COLUMN sender;
  DROP TRIGGER segments_of_removed_upload; DROP TABLE upload_segments; DROP TRIGGER segments_of_removed_content; DROP TABLE segments; DROP TABLE unused_segments;
  ALTER TABLE shares DROP COLUMN picture_of; DROP TABLE platform_successors;
  DROP TABLE hidden_contents; DROP TABLE share_parts; DROP TABLE collection_manifests; ALTER TABLE shares DROP COLUMN is_part;
  DROP TABLE share_companions; ALTER TABLE shares DROP COLUMN is_companion;
  ALTER TABLE platforms DROP COLUMN is_end_noted; ALTER TABLE platforms DROP COLUMN replacements;
  ALTER TABLE sealings DROP COLUMN asked_at; ALTER TABLE sealings DROP COLUMN job; ALTER TABLE sealings DROP COLUMN job_at;
  DROP INDEX intents_to_share; ALTER TABLE intents DROP COLUMN share_host; DROP TABLE delivered_keys;
  DROP TABLE watched_removals; DROP TABLE watched_directories; DROP TABLE watched_files; DROP TABLE watched_folders;
  DROP INDEX activity_for_owner; DROP TABLE notifications_seen;
  ALTER TABLE activity DROP COLUMN reason; ALTER TABLE activity DROP COLUMN params;
  ALTER TABLE intents DROP COLUMN fees; ALTER TABLE intents DROP COLUMN delivered_at;
  ALTER TABLE licences DROP COLUMN deliver_to; DROP INDEX intents_for_licences;
  ALTER TABLE chain_contents DROP COLUMN preview_sha256; DROP INDEX intents_unproven;
  ALTER TABLE users DROP COLUMN unproven_wallet;
  DROP TABLE collection_entries; DROP TABLE collections; DROP TABLE playback;
  DROP TRIGGER content_keys_ordered; DROP TRIGGER content_keys_reordered; DROP TRIGGER content_keys_unordered;
  DROP TRIGGER deliveries_ordered; DROP TRIGGER deliveries_unordered; DROP TRIGGER registrations_ordered;
  DROP TRIGGER lengths_ordered; DROP TRIGGER lengths_reordered; DROP TRIGGER pictures_taken; DROP TRIGGER pictures_retaken;
  DROP INDEX deliveries_by_file; DROP TABLE content_order; DROP TABLE content_kinds;
  DROP TRIGGER contents_trashed; DROP TRIGGER contents_restored; DROP TRIGGER holders_removed;
  DROP TRIGGER contents_removed; DROP TABLE trash_usage; DROP INDEX contents_in_trash;
  ALTER TABLE contents DROP COLUMN deleted_at;
  DROP TRIGGER media_names_removed; DROP TABLE media_names; DROP TABLE media_previews; DROP TABLE content_media;
  ALTER TABLE content_index DROP COLUMN revision;`;

/** Reverts migrations 19 to 55. */
export const withoutTextUsage = `${withoutMessages}
  DROP TRIGGER texts_added; DROP TRIGGER texts_changed; DROP TRIGGER texts_removed; DROP TABLE text_usage;
  DROP INDEX finished_uploads; ALTER TABLE totals DROP COLUMN text_bytes;`;
