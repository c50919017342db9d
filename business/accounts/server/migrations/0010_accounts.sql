create schema accounts;

create table accounts."user" (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name <> ''),
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  role text not null check (role in ('client', 'employee', 'admin')),
  is_active boolean not null default true,
  avatar_url text,
  brand_color text check (brand_color ~ '^#[0-9a-f]{6}$'),
  created_at timestamptz not null
);

-- Apart from the user, so that no query that reads people can carry a hash with it.
create table accounts.password (
  user_id uuid primary key references accounts."user" (id) on delete cascade,
  hash text not null,
  changed_at timestamptz not null
);

-- The token itself is known to its bearer alone; here lies its SHA-256.
create table accounts.session (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique,
  user_id uuid not null references accounts."user" (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ip text not null,
  user_agent text not null
);
create index session_user_id on accounts.session (user_id);
create index session_expires_at on accounts.session (expires_at);

-- One code at most per person: a new one replaces the old. HMAC with the server's secret, as seven digits are guessed from a plain hash.
create table accounts.verification_code (
  user_id uuid primary key references accounts."user" (id) on delete cascade,
  code_hash bytea not null,
  tries integer not null default 0,
  expires_at timestamptz not null
);

-- When an address was last written to, known or not: the cooldown is the same for both.
create table accounts.mailing (
  kind text not null,
  email text not null,
  sent_at timestamptz not null,
  primary key (kind, email)
);
create index mailing_sent_at on accounts.mailing (sent_at);

create table accounts.audit_entry (
  id bigint generated always as identity primary key,
  occurred_at timestamptz not null default now(),
  -- No foreign key: what was done stays known when the one who did it is gone.
  actor_id uuid,
  action text not null,
  subject text not null,
  details jsonb not null default '{}'
);
create index audit_entry_occurred_at on accounts.audit_entry (occurred_at desc, id desc);
