-- Files made from a master, kept for whoever asks for the same again; without any licence's facts.
create table licensing.rendition (
  -- Of the file store; made of the master's bytes, format and size, so that the same recipe is the same row.
  key text primary key,
  bytes bigint not null check (bytes > 0),
  made_at timestamptz not null,
  -- To the day.
  used_at timestamptz not null
);
create index rendition_by_use on licensing.rendition (used_at);
