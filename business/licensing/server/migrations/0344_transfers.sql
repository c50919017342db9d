-- Offers of a license to someone else.
create table licensing.transfer (
  id uuid primary key default gen_random_uuid(),
  license_id uuid not null references licensing.license (id),
  sender_id uuid not null references accounts."user" (id),
  -- Nothing once it is accepted: the new license names the recipient.
  email text,
  -- SHA-256 of the secret part of the link.
  token_hash bytea not null unique,
  state text not null default 'offered' check (state in ('offered', 'accepted', 'withdrawn')),
  offered_at timestamptz not null,
  ends_at timestamptz not null,
  accepted_at timestamptz,
  check ((state = 'accepted') = (accepted_at is not null)),
  check ((state = 'accepted') = (email is null))
);
create unique index one_transfer on licensing.transfer (license_id) where state <> 'withdrawn';
create index transfer_of_email on licensing.transfer (email) where email is not null;
create index transfer_of_sender on licensing.transfer (sender_id);
