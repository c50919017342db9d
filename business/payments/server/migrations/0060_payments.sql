create schema payments;

-- What is charged is what stands here, written when the checkout began.
create table payments.payment (
  id uuid primary key default gen_random_uuid(),
  -- Who is told of the capture (ports.purposes), and what is bought, in that part's own words.
  purpose text not null,
  subject text not null,
  client_id uuid not null references accounts."user" (id),
  asset_id uuid,
  description text not null,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  state text not null default 'created' check (state in ('created', 'approved', 'captured', 'failed', 'refunded')),
  provider_order_id text unique,
  approve_url text,
  provider_capture_id text unique,
  fee_cents bigint check (fee_cents >= 0),
  -- PayPal holds the money back while it checks; nothing is granted until it is done.
  pending boolean not null default false,
  failure text,
  created_at timestamptz not null,
  -- Written before PayPal is asked to capture: from then on the money may have moved.
  claimed_at timestamptz,
  captured_at timestamptz,
  failed_at timestamptz,
  refunded_at timestamptz,
  -- When PayPal was last asked about a payment that is not finished.
  checked_at timestamptz,
  check (state not in ('captured', 'refunded') or (captured_at is not null and provider_capture_id is not null)),
  check (state <> 'failed' or failed_at is not null)
);
-- Of two open orders for the same thing only one is ever captured.
create unique index one_claim on payments.payment (client_id, purpose, subject)
  where claimed_at is not null and state in ('created', 'approved');
create index payment_unfinished on payments.payment (created_at) where state in ('created', 'approved');
create index payment_of_client on payments.payment (client_id, created_at desc);

-- Every event of PayPal's that carried a right signature, once.
create table payments.webhook_event (
  id text primary key,
  event_type text not null,
  body jsonb not null,
  received_at timestamptz not null,
  processed_at timestamptz
);
