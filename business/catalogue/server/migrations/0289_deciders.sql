-- migrate: without a transaction
-- What each reviewer decided. Imported assets were decided by nobody.
drop index concurrently if exists catalogue.asset_decider;
create index concurrently asset_decider on catalogue.asset (decided_by) where decided_by is not null;
