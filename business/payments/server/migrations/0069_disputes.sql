-- Disputes that PayPal has closed without giving the client the money: support is told once of each.
create table payments.dispute (
  dispute_id text not null,
  payment_id uuid not null references payments.payment (id),
  -- PayPal's word, such as RESOLVED_SELLER_FAVOUR.
  outcome text not null,
  noticed_at timestamptz not null,
  primary key (payment_id, dispute_id)
);
