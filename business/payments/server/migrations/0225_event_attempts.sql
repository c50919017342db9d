-- An event of PayPal's that could not be processed is tried again, less and less often.
alter table payments.webhook_event
  add column attempts integer not null default 0,
  -- Null until the first failure.
  add column next_attempt_at timestamptz,
  -- Why the last attempt failed: codes, without any text of PayPal's or of a person's.
  add column reason text;
