-- Another plan of the same owner may replace the plan that granted a license. Everything else that was agreed stays.
create or replace function licensing.keep_frozen_facts() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - array['status', 'ended_at', 'licensee_name', 'artist_name', 'subscription_id']
      is distinct from to_jsonb(old) - array['status', 'ended_at', 'licensee_name', 'artist_name', 'subscription_id']
    or (new.subscription_id is null) <> (old.subscription_id is null)
    or new.licensee_name not in (old.licensee_name, 'Deleted user')
    or new.artist_name not in (old.artist_name, 'Deleted user') then
    raise exception 'what was agreed with a license stays as it was';
  end if;
  return new;
end
$$;
