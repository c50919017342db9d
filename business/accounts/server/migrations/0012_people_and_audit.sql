create extension if not exists pg_trgm with schema public;

-- Manage Users looks for a part of a name or an address.
create index user_search on accounts."user" using gin (name public.gin_trgm_ops, email public.gin_trgm_ops);

-- Sums up what there is of an entry to search; audit.queries.ts writes the same expression.
create index audit_entry_search on accounts.audit_entry using gin ((action || ' ' || subject || ' ' || details::text) public.gin_trgm_ops);
-- For one action's entries, and for the list of the actions that there are.
create index audit_entry_of_action on accounts.audit_entry (action, occurred_at desc, id desc);

-- The log is only added to. Deleting a person takes from the details where a call came from, and nothing else.
create function accounts.keep_audit_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'details' = to_jsonb(old) - 'details' and new.details = old.details - array['ip', 'device'] then
    return new;
  end if;
  raise exception 'the audit log is only added to';
end
$$;
create trigger audit_entry_is_kept before update or delete on accounts.audit_entry
  for each row execute function accounts.keep_audit_entry();
create trigger audit_log_is_kept before truncate on accounts.audit_entry
  for each statement execute function accounts.keep_audit_entry();
