-- migrate: without a transaction
alter table catalogue.asset validate constraint known_origin;
