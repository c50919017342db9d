-- Tax that clients paid and that is owed to tax offices.
alter table ledger.line
  drop constraint line_account_check,
  add constraint line_account_check
    check (account in ('cash', 'income', 'refunds', 'fees', 'wages_expense', 'wages_owed', 'expenses', 'tax_owed')) not valid;
