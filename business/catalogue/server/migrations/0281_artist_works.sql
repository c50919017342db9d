-- migrate: without a transaction
-- The works of one artist that are on sale, newest first.
drop index concurrently if exists catalogue.asset_artist;
create index concurrently asset_artist on catalogue.asset (catalogue.artist_id(owner_id, author_name), approved_at desc, id desc)
  where status = 'approved' and withheld_at is null;
