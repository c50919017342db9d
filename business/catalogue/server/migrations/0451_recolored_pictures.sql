-- Pictures in other colors that are in the file store, so that there are never more of them than there is room for.
create table catalogue.recolored_picture (
  key text primary key,
  bytes integer not null check (bytes > 0),
  made_at timestamptz not null
);
create index recolored_picture_by_age on catalogue.recolored_picture (made_at);
