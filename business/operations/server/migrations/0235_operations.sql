create schema operations;

-- A problem that lasts. mailed_at: the last email about it, null where none is sent. gone_at: since when it has not been seen.
create table operations.alert (
  problem text primary key,
  title text not null,
  started_at timestamptz not null,
  mailed_at timestamptz,
  gone_at timestamptz
);

-- Nothing is overdue for longer than since this row was written.
create table operations.watch (
  id boolean primary key default true check (id),
  since timestamptz not null
);
insert into operations.watch (since) values (now());
