-- Each filter's list newest first, in an index of its own: a page of it reads that page, wherever in the catalogue its assets lie.
-- What nearly every asset passes (JPG, PNG and WEBP are made from any picture) is found along the whole list.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink', 'brown', 'black', 'gray', 'white'] loop
    execute format(
      'create index %I on catalogue.asset (approved_at desc, id desc) where status = ''approved'' and colors @> array[%L]',
      'asset_newest_' || wanted, wanted);
  end loop;
end $$;
create index asset_newest_svg on catalogue.asset (approved_at desc, id desc) where status = 'approved' and formats && '{svg}';
create index asset_newest_eps on catalogue.asset (approved_at desc, id desc) where status = 'approved' and formats && '{eps}';
create index asset_newest_pdf on catalogue.asset (approved_at desc, id desc) where status = 'approved' and formats && '{pdf,svg}';
drop index catalogue.asset_colors;
drop index catalogue.asset_formats;
