-- Which way of describing a file's picture was looked at with: below the present one (DESCRIBING), the job looks again.
alter table catalogue.asset_file add column described smallint not null default 0;
create index asset_file_undescribed on catalogue.asset_file (described, id) where status = 'ready' and format in ('svg', 'png', 'jpg', 'webp');

-- How often processing it has begun: a file that ends its process each time is given up.
alter table catalogue.asset_file add column attempts smallint not null default 0;
create index asset_file_processing on catalogue.asset_file (asset_id) where status = 'processing';

-- A hash of 64 bits in four parts, each with its place. Of two hashes that differ in 6 bits or less, one part differs in at most one.
create function catalogue.hash_parts(hash bigint) returns integer[] language sql immutable strict parallel safe as $$
  select array[
    (hash & 65535)::integer,
    (hash >> 16 & 65535)::integer | 65536,
    (hash >> 32 & 65535)::integer | 131072,
    (hash >> 48 & 65535)::integer | 196608
  ]
$$;

-- Every part of a near hash: the four parts as they are, and each with one of its bits turned.
create function catalogue.near_parts(hash bigint) returns integer[] language sql immutable strict parallel safe as $$
  select array_agg(part # turned) from unnest(catalogue.hash_parts(hash)) part, (
    select 0 as turned union all select 1 << bit from generate_series(0, 15) bit
  ) one_bit
$$;

create index asset_file_looks on catalogue.asset_file using gin (catalogue.hash_parts(picture_hash)) with (fastupdate = off)
  where picture_hash is not null;
