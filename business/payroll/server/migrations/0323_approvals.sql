-- The settings of the shop, changed at /admin/settings.
create table payroll.settings (
  only_row boolean primary key default true check (only_row),
  two_person_approval boolean not null
);
insert into payroll.settings (two_person_approval) values (false);

-- A payout or a change of prices and wages that a second admin has to approve.
create table payroll.approval (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('payout', 'wage_rule', 'wage_rule_deletion')),
  -- The body of the call that waits.
  change jsonb not null,
  -- The artist who is paid.
  payee_id uuid references accounts."user" (id),
  asked_by uuid not null references accounts."user" (id),
  asked_at timestamptz not null,
  -- The Idempotency-Key of the call: the same key is the same approval.
  request_key text,
  expires_at timestamptz not null,
  decision text check (decision in ('approved', 'refused')),
  decided_by uuid references accounts."user" (id),
  decided_at timestamptz,
  -- Why it was refused.
  reason text,
  check ((decision is null) = (decided_at is null)),
  check ((decision is null) = (decided_by is null)),
  check ((decision is not distinct from 'refused') = (reason is not null)),
  unique (asked_by, request_key)
);
create index approval_by_age on payroll.approval (asked_at desc, id);
