-- The secret of an authenticator app, encrypted with a key of its own, which is stored wrapped. Sign-ins ask for its codes once a first code
-- has confirmed it: until then, an earlier secret counts.
create table accounts.totp (
  id uuid primary key,
  user_id uuid not null references accounts."user" (id) on delete cascade,
  is_confirmed boolean not null default false,
  sealed bytea not null,
  key_id text not null,
  wrapped_key bytea not null,
  created_at timestamptz not null,
  unique (user_id, is_confirmed)
);

-- A used code is deleted. 80 random bits each, of which the SHA-256 is stored.
create table accounts.recovery_code (
  user_id uuid not null references accounts."user" (id) on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null,
  primary key (user_id, code_hash)
);

create table accounts.passkey (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references accounts."user" (id) on delete cascade,
  name text not null,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- What the authenticator counts. It grows with each use, or stays 0; a copy of the key would fall behind.
  use_counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_of_user on accounts.passkey (user_id, created_at);
