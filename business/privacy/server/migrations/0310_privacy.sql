create schema privacy;

-- Copies of what is stored about a person, for 48 hours.
create table privacy.export (
  id uuid primary key default gen_random_uuid(),
  -- Null: asked for by a link to an address without an account.
  user_id uuid references accounts."user" (id) on delete set null,
  email text not null,
  asked_at timestamptz not null,
  bytes bigint,
  made_at timestamptz,
  expires_at timestamptz,
  check ((made_at is null) = (bytes is null)),
  check ((made_at is null) = (expires_at is null))
);
-- Who asks twice gets one copy.
create unique index one_waiting_export on privacy.export (email) where made_at is null;
create index export_of_account on privacy.export (user_id);
create index export_of_address on privacy.export (email);
create index export_expired on privacy.export (expires_at);

-- What people asked for without signing in.
create table privacy.request (
  id uuid primary key default gen_random_uuid(),
  -- Of the mailed link. Null until the job has mailed it.
  token_hash bytea unique,
  email text not null,
  kind text not null check (kind in ('export', 'delete')),
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index request_of_address on privacy.request (email);
create index request_expired on privacy.request (expires_at);
