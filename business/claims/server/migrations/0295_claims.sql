create schema claims;

create sequence claims.claim_number;

create table claims.claim (
  id uuid primary key default gen_random_uuid(),
  claim_number text not null unique,
  -- The secret part of the claimant's link. It opens nothing that is not in this row and its messages.
  token text not null unique,
  asset_id uuid not null references catalogue.asset (id) on delete cascade,
  artist_id uuid not null references accounts."user" (id),
  asset_title text not null,
  kind text not null check (kind in ('copyright', 'trademark', 'privacy', 'illegal', 'other')),
  name text not null,
  email text not null,
  address text not null,
  role text not null check (role in ('owner', 'agent')),
  work text not null,
  work_url text,
  signature text not null,
  state text not null default 'received'
    check (state in ('received', 'needs_info', 'upheld', 'rejected', 'countered', 'restored', 'withdrawn')),
  received_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references accounts."user" (id),
  -- What Easel wrote to the artist.
  decision_message text,
  -- Whether this claim, or one that stood when it was upheld, took the asset off sale.
  has_withheld boolean not null default false,
  countered_at timestamptz,
  counter_name text,
  counter_address text,
  counter_signature text,
  restores_on date,
  suit_at timestamptz,
  suit_note text,
  -- When it was rejected, withdrawn, or restored.
  ended_at timestamptz,
  check ((state in ('upheld', 'rejected', 'countered', 'restored')) <= (decided_at is not null)),
  check ((state = 'countered') <= (countered_at is not null)),
  check ((restores_on is not null) <= (state = 'countered')),
  check ((state in ('rejected', 'withdrawn', 'restored')) = (ended_at is not null))
);
create index claim_by_age on claims.claim (received_at desc, id);
create index claim_of_asset on claims.claim (asset_id);
create index claim_of_artist on claims.claim (artist_id, received_at desc);
create index claim_to_restore on claims.claim (restores_on) where restores_on is not null;
create index claim_ended on claims.claim (ended_at) where ended_at is not null;

create table claims.message (
  id bigint generated always as identity primary key,
  claim_id uuid not null references claims.claim (id) on delete cascade,
  sender text not null check (sender in ('claimant', 'easel', 'artist')),
  body text not null check (body <> ''),
  sent_at timestamptz not null
);
create index message_of_claim on claims.message (claim_id, id);

-- Each time an admin let an artist upload again.
create table claims.upload_resumption (
  id bigint generated always as identity primary key,
  artist_id uuid not null references accounts."user" (id),
  resumed_at timestamptz not null,
  resumed_by uuid not null references accounts."user" (id),
  reason text not null
);
create index upload_resumption_of on claims.upload_resumption (artist_id, resumed_at desc);
