create schema coupons;

create table coupons.coupon (
  id uuid primary key default gen_random_uuid(),
  -- As it is shown; unique in any case.
  code text not null check (code ~ '^[A-Za-z0-9][A-Za-z0-9_-]{2,39}$'),
  -- One of the two: hundredths of a percent, or cents.
  percent_hundredths integer check (percent_hundredths between 1 and 10000),
  amount_cents bigint check (amount_cents > 0),
  applies_to text not null check (applies_to in ('licenses', 'plans', 'both')),
  -- How many of a plan's payments it makes cheaper; null for all of them.
  plan_payments integer default 1 check (plan_payments > 0),
  category text,
  starts_at timestamptz,
  ends_at timestamptz,
  max_uses integer check (max_uses > 0),
  max_uses_per_person integer check (max_uses_per_person > 0),
  minimum_cents bigint check (minimum_cents > 0),
  paused_at timestamptz,
  -- When an admin ended it, which is final.
  ended_at timestamptz,
  created_at timestamptz not null,
  created_by uuid not null references accounts."user" (id),
  -- Counts changes of its terms: a price that was computed under other terms is not charged.
  version integer not null default 1,
  check ((percent_hundredths is null) <> (amount_cents is null)),
  check (starts_at is null or ends_at is null or starts_at < ends_at)
);
create unique index coupon_by_code on coupons.coupon (lower(code));
create index coupon_newest on coupons.coupon (created_at desc, id);

-- A use is reserved when a checkout begins, and then used or returned. Only reserved and used ones count.
create table coupons.coupon_use (
  id uuid primary key default gen_random_uuid(),
  coupon_id uuid not null references coupons.coupon (id),
  -- The order of licenses, or the subscription, that it makes cheaper: one coupon each.
  purchase_id uuid not null unique,
  client_id uuid not null references accounts."user" (id),
  -- A one-way hash of the e-mail address, so that another account with the same address is the same person.
  email_hash text not null,
  discount_cents bigint not null check (discount_cents > 0),
  state text not null check (state in ('reserved', 'used', 'returned')),
  reserved_at timestamptz not null,
  used_at timestamptz,
  returned_at timestamptz,
  check (state <> 'used' or used_at is not null),
  check (state <> 'returned' or returned_at is not null)
);
create index coupon_use_counted on coupons.coupon_use (coupon_id, reserved_at) where state <> 'returned';
create index coupon_use_of_client on coupons.coupon_use (client_id);
