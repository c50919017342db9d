create schema icons;

-- A prefix, and whose it is: a set that was imported from Iconify has `info`, an artist's own set has the artist.
create table icons.icon_set (
  prefix text collate "C" primary key check (prefix ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(prefix) <= 60),
  artist_id uuid unique references accounts."user" (id),
  -- When the artist chose the prefix. Null: it was made from the artist's name.
  chosen_at timestamptz,
  -- What Iconify says of the set, and its categories, prefixes, and suffixes.
  info jsonb,
  metadata jsonb not null default '{}',
  -- The set's own default size.
  width double precision,
  height double precision,
  created_at timestamptz not null,
  check ((artist_id is null) = (info is not null))
);

-- A name is permanent: a row is never deleted, and its prefix, name, and asset never change.
create table icons.icon (
  id bigint generated always as identity unique,
  prefix text collate "C" not null references icons.icon_set (prefix),
  name text collate "C" not null check (name ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(name) <= 200),
  asset_id uuid not null unique references catalogue.asset (id),
  -- The place in the set's list.
  place integer not null default 0,
  -- Null until it is read from the SVG. Left, top, width, and height are null where the set's defaults apply.
  body text,
  "left" double precision,
  top double precision,
  width double precision,
  height double precision,
  style text check (style in ('fill', 'stroke')),
  is_mono boolean not null default false,
  -- The SHA-256 of the SVG that was read; null if the body is the package's own.
  drawn_from text,
  -- When what the API answers about it last changed.
  changed_at timestamptz not null,
  primary key (prefix, name)
);
create index icon_changed on icons.icon (prefix, changed_at desc);
create index icon_last_changed on icons.icon (changed_at);

-- Other names in an imported set, some of them rotated or mirrored.
create table icons.alias (
  prefix text collate "C" not null references icons.icon_set (prefix),
  name text collate "C" not null,
  parent text collate "C" not null,
  place integer not null default 0,
  props jsonb not null default '{}',
  primary key (prefix, name)
);
