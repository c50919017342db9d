-- The credit of the plan before, which paid for the rest of the period.
alter table subscriptions.period add column credit_cents bigint not null default 0;
