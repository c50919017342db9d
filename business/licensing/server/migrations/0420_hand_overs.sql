-- Hand-overs that are too large to be written while they are sent: a job writes them, for some days.
create table licensing.hand_over (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references accounts."user" (id) on delete cascade,
  source text not null check (source in ('collection', 'order')),
  source_id uuid not null,
  -- Of the ZIP file.
  name text not null,
  project text,
  format text not null,
  width int,
  -- In the order of the files.
  license_ids uuid[] not null check (cardinality(license_ids) > 0),
  done_count int not null default 0,
  -- Each run of the job writes a file of its own, so that a slow one cannot replace what is being downloaded.
  runs int not null default 0,
  -- The run that wrote the file.
  made_by int,
  asked_at timestamptz not null,
  bytes bigint,
  made_at timestamptz,
  ends_at timestamptz,
  check ((made_at is null) = (bytes is null)),
  check ((made_at is null) = (ends_at is null)),
  check ((made_at is null) = (made_by is null))
);
-- Who asks twice gets one.
create unique index one_waiting_hand_over on licensing.hand_over (owner_id, source_id) where made_at is null;
create index hand_over_of_source on licensing.hand_over (owner_id, source_id, asked_at desc);
create index hand_over_ended on licensing.hand_over (ends_at);
