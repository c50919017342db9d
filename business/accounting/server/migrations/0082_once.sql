-- The Idempotency-Key of the call that booked the expense: the same call twice is one expense, also where its answer was never kept.
alter table accounting.expense
  add column request_key text check (length(request_key) <= 255),
  add unique (created_by, request_key);
