-- migrate: without a transaction
alter table ledger.line validate constraint line_account_check;
