create schema subscriptions;

-- What PayPal calls products and plans, made there at the first need: a plan for each price, in each environment.
create table subscriptions.provider_plan (
  -- PayPal's base URL and our client there: another account has plans of its own.
  environment text not null,
  plan_id text not null,
  price_cents bigint not null check (price_cents > 0),
  provider_plan_id text not null,
  created_at timestamptz not null,
  primary key (environment, plan_id, price_cents)
);
create unique index provider_plan_by_id on subscriptions.provider_plan (environment, provider_plan_id);

create table subscriptions.subscription (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references accounts."user" (id),
  source text not null check (source in ('paypal', 'admin')),
  plan_type text not null check (plan_type in ('free', 'monthly', 'yearly')),
  -- Nothing for the type free. What was sold stands here, whatever the plans offer later.
  plan_id text check (plan_id in ('indiv_monthly', 'team_monthly')),
  plan_name text not null,
  price_cents bigint not null check (price_cents >= 0),
  seats integer not null check (seats > 0),
  downloads_limit integer not null check (downloads_limit >= 0),
  state text not null check (state in ('created', 'inactive', 'active', 'grace', 'ended')),
  auto_renew boolean not null default false,
  started_at timestamptz,
  -- The current period, [start, end); no end for the type free.
  period_started_at timestamptz,
  period_ends_at timestamptz,
  -- Days that an admin added: they stand behind what PayPal says, at every renewal.
  extended_days integer not null default 0 check (extended_days >= 0),
  grace_ends_at timestamptz,
  -- Access ends then even where no job has run yet: the period's end, or 3 days more while a renewal is awaited.
  access_ends_at timestamptz,
  next_plan_id text check (next_plan_id in ('indiv_monthly', 'team_monthly')),
  -- True once it was agreed at PayPal.
  next_plan_agreed boolean not null default false,
  -- PayPal's page where a change is still to be agreed.
  change_url text,
  provider_plan_id text,
  provider_subscription_id text unique,
  approve_url text,
  -- PayPal is still to be told that nothing more is to be charged.
  cancel_due boolean not null default false,
  consent_text text,
  consented_at timestamptz,
  created_at timestamptz not null,
  cancelled_at timestamptz,
  ended_at timestamptz,
  end_reason text,
  -- When PayPal was last asked about it.
  checked_at timestamptz,
  check ((state = 'ended') = (ended_at is not null)),
  check ((state = 'grace') = (grace_ends_at is not null)),
  check (state not in ('active', 'grace') or (started_at is not null and period_started_at is not null)),
  check (state not in ('active', 'grace') or plan_type = 'free' or (period_ends_at is not null and access_ends_at is not null)),
  check (source = 'admin' or consented_at is not null or started_at is null)
);
-- One plan at a time; the type free stands in nobody's way.
create unique index one_open_plan on subscriptions.subscription (owner_id) where state in ('active', 'grace') and plan_type <> 'free';
create unique index one_open_free on subscriptions.subscription (owner_id) where state in ('active', 'grace') and plan_type = 'free';
-- Two checkouts at once open one at PayPal.
create unique index one_checkout on subscriptions.subscription (owner_id, plan_id) where state = 'created';
create index subscription_of_owner on subscriptions.subscription (owner_id, created_at desc);
create index subscription_by_end on subscriptions.subscription (access_ends_at) where state in ('active', 'grace');
create index subscription_to_ask on subscriptions.subscription (checked_at nulls first) where source = 'paypal' and (state <> 'ended' or cancel_due);
create index subscription_by_time on subscriptions.subscription (created_at desc, id);

-- Receipts are numbered without a gap in each of California's years: the row is locked by whoever takes the next.
create table subscriptions.receipt_counter (
  year integer primary key,
  last integer not null
);

create table subscriptions.period (
  id uuid primary key default gen_random_uuid(),
  subscription_id uuid not null references subscriptions.subscription (id),
  plan_id text,
  plan_name text not null,
  starts_at timestamptz not null,
  ends_at timestamptz,
  amount_cents bigint not null check (amount_cents >= 0),
  -- Nothing where an admin opened it: it was not paid.
  payment_id uuid unique references payments.payment (id),
  provider_transaction_id text unique,
  receipt_number text unique,
  paid_at timestamptz,
  refunded_at timestamptz,
  created_at timestamptz not null,
  check ((payment_id is null) = (receipt_number is null)),
  check (ends_at is null or starts_at < ends_at)
);
create index period_of_subscription on subscriptions.period (subscription_id, starts_at desc);

-- Whoever has this address, once it is verified as a client's, sits here. The owner's own seat has no row.
create table subscriptions.seat (
  id uuid primary key default gen_random_uuid(),
  subscription_id uuid not null references subscriptions.subscription (id),
  email text not null,
  invited_at timestamptz not null,
  unique (subscription_id, email)
);
create index seat_by_email on subscriptions.seat (email);

-- What counts: an asset once in each month of the plan, whoever of the team takes it how often.
create table subscriptions.download (
  subscription_id uuid not null references subscriptions.subscription (id),
  month_started_at timestamptz not null,
  asset_id uuid not null,
  user_id uuid not null,
  downloaded_at timestamptz not null,
  primary key (subscription_id, month_started_at, asset_id)
);

create table subscriptions.event (
  id bigint generated always as identity primary key,
  subscription_id uuid not null references subscriptions.subscription (id),
  kind text not null,
  description text not null,
  happened_at timestamptz not null,
  amount_cents bigint,
  period_id uuid references subscriptions.period (id)
);
create index event_of_subscription on subscriptions.event (subscription_id, happened_at desc, id desc);
