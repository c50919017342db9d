-- Collections of approved assets that admins choose for visitors.
create table catalogue.featured_collection (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null,
  summary text not null,
  cover_asset_id uuid references catalogue.asset (id) on delete set null,
  place integer not null,
  published_at timestamptz,
  -- Grows when its works change, so that one admin does not overwrite another's choice.
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index featured_collection_place on catalogue.featured_collection (place, id);
create index featured_collection_cover on catalogue.featured_collection (cover_asset_id) where cover_asset_id is not null;

create table catalogue.featured_asset (
  collection_id uuid not null references catalogue.featured_collection (id) on delete cascade,
  asset_id uuid not null references catalogue.asset (id) on delete cascade,
  place integer not null,
  primary key (collection_id, asset_id)
);
create index featured_asset_of_asset on catalogue.featured_asset (asset_id);

create trigger tell_pages after insert or update or delete on catalogue.featured_collection
  for each statement execute function platform.tell_pages();
create trigger tell_pages after insert or update or delete on catalogue.featured_asset
  for each statement execute function platform.tell_pages();
