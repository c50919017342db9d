-- Every nightly check of the seals, also one that finds the same head again or a broken ledger.
create table ledger.verification (
  id bigint generated always as identity primary key,
  verified_at timestamptz not null,
  position bigint,
  broken text,
  check ((position is null) <> (broken is null))
);
create trigger append_only before update or delete or truncate on ledger.verification for each statement execute function ledger.refuse_change();
