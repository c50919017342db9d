create schema accounting;

-- What the business spent; the cents themselves stand in the ledger under ('expense', id).
create table accounting.expense (
  id uuid primary key default gen_random_uuid(),
  occurred_at timestamptz not null,
  category text not null check (category <> '' and length(category) <= 60),
  description text not null default '' check (length(description) <= 500),
  project text check (length(project) <= 120),
  amount_cents bigint not null check (amount_cents >= 0),
  created_by uuid not null references accounts."user" (id),
  created_at timestamptz not null
);
create index expense_occurred_at on accounting.expense (occurred_at desc, id desc);
