create schema ledger;

-- The double-entry book. A transaction says what happened, its lines say where the cents went; their sum is zero.
-- Nothing here is ever changed: what was wrong is corrected by another transaction. `position` gives the lines one order,
-- so that a later table can seal each transaction with a hash over its text, its lines and the seal before it.
create table ledger.transaction (
  id bigint generated always as identity primary key,
  kind text not null check (kind ~ '^[a-z_]+$'),
  reference text not null check (reference <> ''),
  description text not null,
  occurred_at timestamptz not null,
  line_count smallint not null check (line_count >= 2),
  booked_at timestamptz not null default clock_timestamp(),
  unique (kind, reference),
  unique (id, occurred_at)
);

create table ledger.line (
  transaction_id bigint not null,
  position smallint not null check (position >= 0),
  account text not null check (account in ('cash', 'income', 'refunds', 'fees', 'wages_expense', 'wages_owed', 'expenses')),
  amount_cents bigint not null check (amount_cents <> 0),
  -- Of the transaction, repeated for the indexes of the reports.
  occurred_at timestamptz not null,
  -- Whose balance it is, where an account has one for each person. No foreign key: the book outlives the person and the asset.
  party_id uuid,
  asset_id uuid,
  primary key (transaction_id, position),
  foreign key (transaction_id, occurred_at) references ledger.transaction (id, occurred_at)
);
create index line_by_account on ledger.line (account, occurred_at) include (amount_cents);
create index line_by_party on ledger.line (party_id, account, occurred_at) include (amount_cents) where party_id is not null;

create function ledger.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The ledger is append-only: % of %.% is refused.', lower(tg_op), tg_table_schema, tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger append_only before update or delete or truncate on ledger.transaction for each statement execute function ledger.refuse_change();
create trigger append_only before update or delete or truncate on ledger.line for each statement execute function ledger.refuse_change();

-- Checked when the database transaction commits: every line that was announced is there, none beside it, and together they are zero.
create function ledger.require_balance(checked_id bigint) returns void language plpgsql as $$
declare
  announced smallint;
  found bigint;
  total numeric;
begin
  select line_count into announced from ledger.transaction where id = checked_id;
  select count(*), coalesce(sum(amount_cents), 0) into found, total from ledger.line where transaction_id = checked_id;
  if found <> announced or total <> 0 then
    raise exception 'Ledger transaction % does not balance: % of % lines, sum %.', checked_id, found, announced, total using errcode = 'check_violation';
  end if;
end $$;

create function ledger.transaction_balances() returns trigger language plpgsql as $$
begin
  perform ledger.require_balance(new.id);
  return null;
end $$;
create function ledger.line_balances() returns trigger language plpgsql as $$
begin
  perform ledger.require_balance(new.transaction_id);
  return null;
end $$;
create constraint trigger balances after insert on ledger.transaction deferrable initially deferred
  for each row execute function ledger.transaction_balances();
create constraint trigger balances after insert on ledger.line deferrable initially deferred
  for each row execute function ledger.line_balances();
