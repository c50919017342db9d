-- migrate: without a transaction
alter table marketing.consent validate constraint known_source;
