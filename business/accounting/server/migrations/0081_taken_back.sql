-- An expense that was entered wrongly is taken back by another entry, once: the opposite amount, on its own day, with a reason.
alter table accounting.expense
  add column reverses uuid unique references accounting.expense (id),
  add column reason text check (reason <> '' and length(reason) <= 500),
  drop constraint expense_amount_cents_check,
  add constraint expense_amount_cents_check
    check (case when reverses is null then amount_cents >= 0 and reason is null else amount_cents <= 0 and reason is not null end);
