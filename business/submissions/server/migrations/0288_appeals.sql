create schema submissions;

create table submissions.appeal (
  id uuid primary key default gen_random_uuid(),
  asset_id uuid not null references catalogue.asset (id) on delete cascade,
  artist_id uuid not null references accounts."user" (id),
  message text not null,
  made_at timestamptz not null,
  rejected_at timestamptz not null,
  rejected_by uuid references accounts."user" (id),
  reason text,
  reason_codes text[] not null,
  state text not null default 'open' check (state in ('open', 'overturned', 'upheld', 'withdrawn')),
  decided_by uuid references accounts."user" (id),
  -- When it was decided, or withdrawn by resubmitting the asset.
  ended_at timestamptz,
  answer text,
  -- One appeal for each rejection.
  unique (asset_id, rejected_at),
  check ((state = 'open') = (ended_at is null))
);
create index appeal_open on submissions.appeal (made_at, id) where state = 'open';
create index appeal_ended on submissions.appeal (ended_at desc, id) where state <> 'open';
create index appeal_overturned on submissions.appeal (rejected_by) where state = 'overturned';
create index appeal_artist on submissions.appeal (artist_id);
