-- migrate: without a transaction
-- The public list of one origin, newest first. Any of the four may be rare.
drop index concurrently if exists catalogue.asset_origin_newest;
create index concurrently asset_origin_newest on catalogue.asset (origin, approved_at desc, id desc)
  where status = 'approved' and withheld_at is null;
