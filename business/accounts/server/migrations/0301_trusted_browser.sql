-- Until when this browser signs in without the second factor.
alter table accounts.device add column trusted_until timestamptz;
