-- What `npm run backup` did, for the page about operations.
create table platform.backup (
  id bigint generated always as identity primary key,
  finished_at timestamptz not null,
  -- Of the whole backup, including files that an earlier one had stored already.
  bytes bigint not null check (bytes >= 0),
  files integer not null check (files >= 0),
  ok boolean not null
);
create index backup_by_time on platform.backup (finished_at desc);
