-- migrate: without a transaction
drop index concurrently if exists accounts.audit_entry_of_area;
create index concurrently audit_entry_of_area on accounts.audit_entry (area, occurred_at desc, id desc);
