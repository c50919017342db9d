-- The colors of each drawing. A file without a row was not read yet.
create table catalogue.palette (
  file_id uuid primary key references catalogue.asset_file (id) on delete cascade,
  -- Of the program that read them.
  version smallint not null,
  -- [{ color: '#rrggbb', share }], largest share first. Empty for a drawing that cannot be read.
  colors jsonb not null
);
