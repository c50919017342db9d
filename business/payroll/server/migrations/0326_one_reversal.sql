-- migrate: without a transaction
-- A payout is reversed once, however many admins try.
drop index concurrently if exists payroll.one_reversal_of_payout;
create unique index concurrently one_reversal_of_payout on payroll.payout (reverses) where reverses is not null;
