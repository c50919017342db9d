create table submissions.approval_notice (
  asset_id uuid primary key references catalogue.asset (id) on delete cascade,
  artist_id uuid not null references accounts."user" (id),
  approved_at timestamptz not null,
  -- Null if its category has no wage.
  wage_cents bigint
);
create index approval_notice_artist on submissions.approval_notice (artist_id, approved_at);
