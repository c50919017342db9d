-- The permanent names of icons, as the part `icons` gives them, so that an asset's page reads its own by its key.
create table catalogue.icon_name (
  asset_id uuid primary key references catalogue.asset (id),
  iconify_name text not null unique
);
