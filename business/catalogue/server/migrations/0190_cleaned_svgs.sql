-- Which version of the SVG cleaner a stored SVG went through; 0 for other formats and for files from before versions were counted.
alter table catalogue.asset_file add column cleaner_version integer not null default 0;
-- The hash of the bytes after they were cleaned again. sha256 stays: previews and renditions are stored under it.
alter table catalogue.asset_file add column cleaned_sha256 text check (length(cleaned_sha256) = 64);
create index asset_file_cleaned_bytes on catalogue.asset_file (cleaned_sha256) where cleaned_sha256 is not null;
create index asset_file_to_clean on catalogue.asset_file (cleaner_version) where format = 'svg' and not imported;
