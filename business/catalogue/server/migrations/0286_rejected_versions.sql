-- What a rejected asset was when it was rejected, and where its faults are. Until the asset is approved, its artist and the next reviewer
-- compare it with this.
create table catalogue.rejected_version (
  asset_id uuid primary key references catalogue.asset (id) on delete cascade,
  title text not null,
  description text not null,
  category text not null,
  tags text[] not null,
  origin text not null,
  -- Each one is in catalogue.asset_file, or in catalogue.replaced_file after its artist removed it.
  file_ids uuid[] not null,
  finding_codes text[] not null,
  -- [{ file_id, x, y, code, note }]
  pins jsonb not null,
  duplicate_of uuid references catalogue.asset (id) on delete set null
);
create index rejected_version_duplicate on catalogue.rejected_version (duplicate_of) where duplicate_of is not null;

-- Files of a rejected version that its artist removed. Their previews stay until the asset is decided again.
create table catalogue.replaced_file (
  id uuid primary key,
  asset_id uuid not null references catalogue.asset (id) on delete cascade,
  format text not null,
  filename text not null,
  bytes bigint not null,
  sha256 text not null,
  width integer,
  height integer,
  original_key text not null,
  picture text not null,
  created_at timestamptz not null
);
create index replaced_file_asset on catalogue.replaced_file (asset_id);
