-- Approving an asset publishes the files that were ready then. A file that becomes ready later waits until it is approved too.
alter table catalogue.asset_file add column is_published boolean not null default true;
alter table catalogue.asset_file alter column is_published set default false;

-- A pending asset is found by every format that it has, an approved one only by what is published.
create or replace function catalogue.keep_formats() returns trigger language plpgsql as $$
begin
  update catalogue.asset asset set formats = stored.formats
  from (
    select touched.asset_id, coalesce(array_agg(distinct file.format order by file.format) filter (where file.id is not null), '{}') as formats
    from (select distinct asset_id from changed) touched
    join catalogue.asset owning on owning.id = touched.asset_id
    left join catalogue.asset_file file
      on file.asset_id = touched.asset_id and file.status = 'ready' and (file.is_published or owning.status <> 'approved')
    group by touched.asset_id
  ) stored
  where asset.id = stored.asset_id and asset.formats is distinct from stored.formats;
  return null;
end $$;

update catalogue.asset_file file set is_published = false
from catalogue.asset asset
where asset.id = file.asset_id and (asset.status <> 'approved' or file.status <> 'ready');

create index asset_file_unpublished on catalogue.asset_file (asset_id) where not is_published;

-- Public pages list an asset's published files.
create trigger tell_pages after update of is_published on catalogue.asset_file
  for each statement execute function platform.tell_pages();
