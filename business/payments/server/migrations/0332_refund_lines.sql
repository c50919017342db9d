-- A refund of some lines of an order: their total, and their ids. Both null for everything that is left.
alter table payments.refund
  add column asked_cents bigint,
  add column line_ids uuid[],
  -- The part of amount_cents that is tax, once the refund is completed.
  add column tax_cents bigint not null default 0,
  add constraint refund_names_lines check (
    (asked_cents is null) = (line_ids is null) and (asked_cents is null or (asked_cents > 0 and cardinality(line_ids) > 0))
  ) not valid;
