create schema if not exists developers;

create table developers.api_key (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references accounts."user" (id),
  name text not null,
  -- How the key begins. The rest is known to its owner alone.
  prefix text not null,
  -- SHA-256 of the key, which has 256 random bits.
  key_hash bytea not null unique check (length(key_hash) = 32),
  scopes text[] not null check (cardinality(scopes) > 0),
  -- Empty: pages of every origin.
  allowed_origins text[] not null,
  per_minute integer not null default 60 check (per_minute between 1 and 10000),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  -- The minute that is being counted: it begins with the first call after the one before.
  window_start timestamptz,
  window_used integer not null default 0
  -- Every call updates its row, within its page: no index has a column that changes.
) with (fillfactor = 50);
create index api_key_of_user on developers.api_key (user_id, created_at desc);
