-- Each process answers public previews without asking the database, until this says that an asset's previews may no longer be public.
create function catalogue.tell_preview_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('preview_changes', old.id::text);
  return null;
end $$;

create trigger tell_preview_change after update of status, withheld_at on catalogue.asset
  for each row when (old.status = 'approved' and (old.status, old.withheld_at) is distinct from (new.status, new.withheld_at))
  execute function catalogue.tell_preview_change();
