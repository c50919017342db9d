-- What a file's previews are drawn from: its own bytes; a picture of its first page that is kept beside it (PDF, EPS); or nothing, where none could be made.
alter table catalogue.asset_file add column picture text not null default 'own' check (picture in ('own', 'drawn', 'none'));
update catalogue.asset_file set picture = 'none' where format in ('pdf', 'eps');
create index asset_file_unseen on catalogue.asset_file (created_at, id) where picture = 'none';
drop index catalogue.asset_file_undescribed;
create index asset_file_undescribed on catalogue.asset_file (described, id) where status = 'ready' and picture <> 'none';
