create function catalogue.tell_preview_file_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('preview_changes', old.asset_id::text);
  return null;
end $$;

create trigger tell_preview_file_change after update of status, is_published, picture, sha256, avif, avif_tried, asset_id on catalogue.asset_file
  for each row when (
    old.is_published
    and (old.status, old.is_published, old.picture, old.sha256, old.avif, old.avif_tried, old.asset_id)
      is distinct from (new.status, new.is_published, new.picture, new.sha256, new.avif, new.avif_tried, new.asset_id)
  )
  execute function catalogue.tell_preview_file_change();

-- Deleting an asset deletes its files.
create trigger tell_preview_file_delete after delete on catalogue.asset_file
  for each row when (old.is_published)
  execute function catalogue.tell_preview_file_change();
