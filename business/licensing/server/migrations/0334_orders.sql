-- Every purchase of licenses is an order of 1 to 200 lines. One that costs nothing has no payment.
create table licensing.license_order (
  id uuid primary key default gen_random_uuid(),
  client_id uuid not null references accounts."user" (id),
  payment_id uuid unique references payments.payment (id),
  subtotal_cents bigint not null check (subtotal_cents >= 0),
  discount_cents bigint not null check (discount_cents between 0 and subtotal_cents),
  tax_cents bigint not null check (tax_cents >= 0),
  total_cents bigint not null check (total_cents = subtotal_cents - discount_cents + tax_cents),
  -- As it was typed, for the receipt.
  coupon_code text,
  line_count integer not null check (line_count between 1 and 200),
  created_at timestamptz not null,
  check ((total_cents = 0) = (payment_id is null))
);
create index license_order_of_client on licensing.license_order (client_id, created_at desc, id);

create table licensing.order_line (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references licensing.license_order (id),
  payment_id uuid references payments.payment (id),
  client_id uuid not null references accounts."user" (id),
  position integer not null,
  -- An asset can be deleted before it is paid for.
  asset_id uuid not null,
  -- At the time of the order.
  asset_title text not null,
  license_type text not null check (license_type in ('personal', 'commercial', 'extended')),
  price_cents bigint not null check (price_cents >= 0),
  discount_cents bigint not null default 0 check (discount_cents between 0 and price_cents),
  tax_cents bigint not null default 0 check (tax_cents >= 0),
  total_cents bigint not null check (total_cents = price_cents - discount_cents + tax_cents),
  -- A failed line is a created one whose payment failed.
  status text not null default 'created' check (status in ('created', 'captured', 'refunded')),
  license_id uuid references licensing.license (id),
  unique (order_id, position),
  unique (order_id, asset_id, license_type),
  check (status <> 'captured' or license_id is not null)
);
create index order_line_of_payment on licensing.order_line (payment_id, position) where payment_id is not null;
-- Open orders of one client for the same license.
create index order_line_of_thing on licensing.order_line (client_id, asset_id, license_type) where status = 'created';
create unique index order_line_of_license on licensing.order_line (license_id) where license_id is not null;
create index order_line_of_asset on licensing.order_line (asset_id);
