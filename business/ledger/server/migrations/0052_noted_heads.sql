-- The head of the chain as each nightly check saw it, only where it was whole: a chain that was cut off or written anew since does not hold it.
create table ledger.noted_head (
  position bigint primary key check (position >= 0),
  hash bytea not null check (octet_length(hash) = 32),
  noted_at timestamptz not null
);
create trigger append_only before update or delete or truncate on ledger.noted_head for each statement execute function ledger.refuse_change();
