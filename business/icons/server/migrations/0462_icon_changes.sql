-- A set's time of change, which addresses carry (`v=`), moves with whether its icons are open.
create function icons.icon_changed() returns trigger language plpgsql as $$
begin
  update icons.icon set changed_at = greatest(clock_timestamp(), changed_at + interval '1 second') where asset_id = new.id;
  return null;
end $$;

create trigger icon_changed after update of status, category, withheld_at, is_free, free_starts_at, free_ends_at on catalogue.asset
  for each row when (
    (old.status, old.category, old.withheld_at, old.is_free, old.free_starts_at, old.free_ends_at)
      is distinct from (new.status, new.category, new.withheld_at, new.is_free, new.free_starts_at, new.free_ends_at)
  ) execute function icons.icon_changed();
