-- Near hashes share a part of 16 bits, or nearly so. Of simple drawings thousands share one, and reading each of them from the table took most of the time:
-- these hold all that is compared, so that only what is near is read. Beside the part stands how many bits the hash has set, which near ones have about as many of.
create index asset_file_look_0 on catalogue.asset_file
  (((picture_hash & 65535)::integer), (bit_count(picture_hash::bit(64))::integer), picture_hash) include (asset_id, width, height)
  where picture_hash is not null;
create index asset_file_look_1 on catalogue.asset_file
  (((picture_hash >> 16 & 65535)::integer), (bit_count(picture_hash::bit(64))::integer), picture_hash) include (asset_id, width, height)
  where picture_hash is not null;
create index asset_file_look_2 on catalogue.asset_file
  (((picture_hash >> 32 & 65535)::integer), (bit_count(picture_hash::bit(64))::integer), picture_hash) include (asset_id, width, height)
  where picture_hash is not null;
create index asset_file_look_3 on catalogue.asset_file
  (((picture_hash >> 48 & 65535)::integer), (bit_count(picture_hash::bit(64))::integer), picture_hash) include (asset_id, width, height)
  where picture_hash is not null;
drop index catalogue.asset_file_looks;
drop function catalogue.near_parts(bigint);
drop function catalogue.hash_parts(bigint);
analyze catalogue.asset_file;
