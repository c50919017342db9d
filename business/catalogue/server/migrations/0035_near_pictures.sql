-- Each quarter of a picture's hash in an index of its own, with the whole hash beside it: what shares a quarter is compared without reading files.
drop index catalogue.asset_file_looks;
drop function catalogue.near_parts(bigint);
drop function catalogue.hash_parts(bigint);
create function catalogue.hash_part(hash bigint, part integer) returns integer language sql immutable strict parallel safe as
$$ select (hash >> (16 * part) & 65535)::integer $$;
create index asset_file_looks_0 on catalogue.asset_file (catalogue.hash_part(picture_hash, 0)) include (picture_hash, id) where picture_hash is not null;
create index asset_file_looks_1 on catalogue.asset_file (catalogue.hash_part(picture_hash, 1)) include (picture_hash, id) where picture_hash is not null;
create index asset_file_looks_2 on catalogue.asset_file (catalogue.hash_part(picture_hash, 2)) include (picture_hash, id) where picture_hash is not null;
create index asset_file_looks_3 on catalogue.asset_file (catalogue.hash_part(picture_hash, 3)) include (picture_hash, id) where picture_hash is not null;
analyze catalogue.asset_file;
