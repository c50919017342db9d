-- The Idempotency-Key of the call that recorded the payout: the same call twice is one payout, also where its answer was never kept.
alter table payroll.payout
  add column request_key text check (length(request_key) <= 255),
  add unique (recorded_by, request_key);
