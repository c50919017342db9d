-- For the nightly job that removes old network addresses and browsers from the log.
create index audit_entry_with_origin on accounts.audit_entry (occurred_at) where details ?| array['ip', 'device'];
