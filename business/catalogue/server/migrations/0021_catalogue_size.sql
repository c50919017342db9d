-- What the filters of the public list ask, beside the asset itself, so that no list reads files to choose assets.
alter table catalogue.asset add column colors text[] not null default '{}';
alter table catalogue.asset add column formats text[] not null default '{}';

alter table catalogue.asset_file add column colors text[] not null default '{}';
-- A picture of a few bytes as a data: address, shown until the preview has loaded.
alter table catalogue.asset_file add column blur text;
-- What the picture looks like in 64 bits: near pictures differ in few of them.
alter table catalogue.asset_file add column picture_hash bigint;
-- Widths of previews that were smaller as AVIF.
alter table catalogue.asset_file add column avif smallint[] not null default '{}';

create function catalogue.keep_formats() returns trigger language plpgsql as $$
begin
  update catalogue.asset asset set formats = kept.formats
  from (
    select touched.asset_id, coalesce(array_agg(distinct file.format order by file.format) filter (where file.id is not null), '{}') as formats
    from (select distinct asset_id from changed) touched
    left join catalogue.asset_file file on file.asset_id = touched.asset_id and file.status = 'ready'
    group by touched.asset_id
  ) kept
  where asset.id = kept.asset_id and asset.formats is distinct from kept.formats;
  return null;
end $$;
create trigger formats_inserted after insert on catalogue.asset_file
  referencing new table as changed for each statement execute function catalogue.keep_formats();
create trigger formats_updated after update on catalogue.asset_file
  referencing new table as changed for each statement execute function catalogue.keep_formats();
create trigger formats_deleted after delete on catalogue.asset_file
  referencing old table as changed for each statement execute function catalogue.keep_formats();

update catalogue.asset asset set formats = kept.formats
from (select asset_id, array_agg(distinct format order by format) as formats from catalogue.asset_file where status = 'ready' group by asset_id) kept
where asset.id = kept.asset_id;

create index asset_colors on catalogue.asset using gin (colors) with (fastupdate = off) where status = 'approved';
create index asset_formats on catalogue.asset using gin (formats) with (fastupdate = off) where status = 'approved';
