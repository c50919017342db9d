-- What the check of each file found, and the text in its picture. A file without a row was not checked yet.
create table catalogue.file_check (
  file_id uuid primary key references catalogue.asset_file (id) on delete cascade,
  -- Of the checks that were made.
  version smallint not null,
  -- [{ code, detail, place: { x, y, width, height } }]
  faults jsonb not null,
  -- [{ words, place }]: what can be read in the picture, for the list of trademarks.
  writing jsonb not null,
  checked_at timestamptz not null
);

-- Words that admins look for in assets.
create table catalogue.trademark (
  id uuid primary key default gen_random_uuid(),
  word text not null,
  -- The word in the form in which it is compared.
  comparable text not null unique check (comparable <> ''),
  added_at timestamptz not null
);
