create schema licensing;

create table licensing.license (
  id uuid primary key default gen_random_uuid(),
  client_id uuid not null references accounts."user" (id),
  asset_id uuid not null references catalogue.asset (id),
  license_type text not null check (license_type in ('personal', 'commercial', 'extended')),
  price_cents bigint not null check (price_cents >= 0),
  status text not null default 'active' check (status in ('active', 'expired', 'revoked')),
  -- Nothing where the price was 0.
  payment_id uuid unique references payments.payment (id),
  certificate_number text not null unique,
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((status = 'active') = (ended_at is null))
);
create unique index one_active_license on licensing.license (client_id, asset_id, license_type) where status = 'active';
create index license_of_client on licensing.license (client_id, created_at desc);
create index license_of_asset on licensing.license (asset_id);
create index license_by_day on licensing.license (created_at);

create table licensing.free_request (
  id uuid primary key default gen_random_uuid(),
  asset_id uuid not null references catalogue.asset (id) on delete cascade,
  email text not null,
  marketing_opt_in boolean not null,
  created_at timestamptz not null
);
create index free_request_of_asset on licensing.free_request (asset_id);
