-- Money given back. A refund is written down before PayPal is asked for it, so that a crash leaves something to repair; one made at PayPal itself is
-- written down when PayPal tells. Each is booked once, under PayPal's own number for it.
create table payments.refund (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references payments.payment (id),
  -- asked: PayPal has not answered yet. pending: PayPal works on it.
  state text not null check (state in ('asked', 'pending', 'completed', 'failed')),
  provider_refund_id text unique,
  -- Of the admin who asked; nothing where it was made at PayPal.
  reason text,
  asked_by uuid references accounts."user" (id),
  asked_at timestamptz not null,
  -- Both by PayPal's answer.
  amount_cents bigint check (amount_cents > 0),
  fee_back_cents bigint not null default 0 check (fee_back_cents >= 0 and (fee_back_cents = 0 or fee_back_cents <= amount_cents)),
  completed_at timestamptz,
  failure text,
  check (state = 'asked' or state = 'failed' or provider_refund_id is not null),
  check (state <> 'completed' or (amount_cents is not null and completed_at is not null)),
  check (state <> 'failed' or failure is not null)
);
-- Two admins who ask at once ask for the same refund.
create unique index one_asked on payments.refund (payment_id) where state = 'asked';
create index refund_of_payment on payments.refund (payment_id, asked_at);
create index refund_unfinished on payments.refund (asked_at) where state in ('asked', 'pending');
