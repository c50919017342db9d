-- The counts change with every change to an approved asset.
create trigger tell_pages after insert or update or delete on catalogue.category_count
  for each row execute function platform.tell_pages();

-- When the next window opens or closes, of many.
create index asset_free_start on catalogue.asset (free_starts_at) where status = 'approved' and free_starts_at is not null;
create index asset_free_end on catalogue.asset (free_ends_at) where status = 'approved' and free_ends_at is not null;
