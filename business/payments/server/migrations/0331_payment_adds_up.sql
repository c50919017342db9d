-- migrate: without a transaction
-- payment_says_what stays as it was: payments of before may name things that no longer parse.
alter table payments.payment validate constraint payment_adds_up;
