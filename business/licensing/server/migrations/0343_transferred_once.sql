-- migrate: without a transaction
drop index concurrently if exists licensing.transferred_once;
create unique index concurrently transferred_once on licensing.license (transferred_from) where transferred_from is not null;
