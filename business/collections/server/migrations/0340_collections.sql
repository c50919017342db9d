create schema collections;

create table collections.collection (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references accounts."user" (id),
  name text not null check (char_length(name) between 1 and 120),
  project text,
  visibility text not null default 'private' check (visibility in ('private', 'team', 'link')),
  -- The plan whose seats see it. Someone who changes teams does not take it along.
  subscription_id uuid references subscriptions.subscription (id),
  -- The secret part of the link.
  share_token text unique,
  share_ends_at timestamptz,
  created_at timestamptz not null,
  -- When it or its works last changed: hearts go into the collection used last.
  used_at timestamptz not null,
  check ((visibility = 'team') = (subscription_id is not null)),
  check ((visibility = 'link') = (share_token is not null)),
  check ((share_token is null) = (share_ends_at is null))
);
create index collection_of_owner on collections.collection (owner_id, used_at desc);
create index collection_of_team on collections.collection (subscription_id) where subscription_id is not null;

create table collections.item (
  collection_id uuid not null references collections.collection (id) on delete cascade,
  asset_id uuid not null references catalogue.asset (id) on delete cascade,
  -- Counts from 0. Deleted assets leave gaps until the next change.
  position integer not null,
  note text,
  added_at timestamptz not null,
  primary key (collection_id, asset_id)
);
create index item_of_asset on collections.item (asset_id);
