-- Whether AVIF previews were tried. `avif` lists the widths where they are clearly smaller; there may be none.
alter table catalogue.asset_file add column avif_tried boolean not null default false;

-- Public pages name the AVIF previews that exist. Many notifications of one transaction are one.
create trigger tell_pages_of_avif after update of avif on catalogue.asset_file
  for each row when (old.avif is distinct from new.avif) execute function platform.tell_pages();
