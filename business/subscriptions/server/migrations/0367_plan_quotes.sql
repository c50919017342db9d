-- The price of a change of plan, fixed for some minutes. It counts for one change.
create table subscriptions.change_quote (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references accounts."user" (id),
  subscription_id uuid not null references subscriptions.subscription (id),
  -- What the plan was when this was quoted. Another period or price needs another quote.
  current_plan_id text not null,
  current_cents bigint not null,
  period_started_at timestamptz not null,
  plan_id text not null,
  takes_effect text not null check (takes_effect in ('now', 'period_end')),
  effective_at timestamptz not null,
  price_cents bigint not null check (price_cents > 0),
  credit_cents bigint not null check (credit_cents >= 0),
  due_cents bigint not null check (due_cents between 0 and price_cents),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- The checkout that it started.
  sub_id uuid references subscriptions.subscription (id)
);
create index change_quote_by_time on subscriptions.change_quote (created_at);
create index change_quote_of_owner on subscriptions.change_quote (owner_id);

-- The mail before a yearly renewal: once for each period. Its link cancels the renewal; only the hash of its token is stored.
create table subscriptions.renewal_notice (
  token_hash text primary key,
  subscription_id uuid not null references subscriptions.subscription (id),
  period_started_at timestamptz not null,
  sent_at timestamptz not null,
  unique (subscription_id, period_started_at)
);
