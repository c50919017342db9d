-- Why an asset was rejected, once its artist has sent it again.
create table catalogue.rejection (
  id uuid primary key default gen_random_uuid(),
  asset_id uuid not null references catalogue.asset (id) on delete cascade,
  reason text,
  reason_codes text[] not null,
  decided_by uuid references accounts."user" (id),
  decided_at timestamptz not null,
  resubmitted_at timestamptz not null
);
create index rejection_asset on catalogue.rejection (asset_id, decided_at);

-- What the desk's search looks for a part of: title and tags, each on a line.
create function catalogue.desk_text(title text, tags text[]) returns text language sql immutable parallel safe as
$$ select lower(title || E'\n' || array_to_string(tags, E'\n')) $$;

-- The desk's lists are over every status.
create index desk_by_part on catalogue.asset using gin (catalogue.desk_text(title, tags) public.gin_trgm_ops) with (fastupdate = off);
create index desk_by_title on catalogue.asset (lower(title), created_at, id);
create index desk_by_category on catalogue.asset (category, created_at desc, id desc);
create index desk_not_approved on catalogue.asset (status, category, created_at desc, id desc) where status <> 'approved';
create index desk_ever_free on catalogue.asset (created_at desc, id desc) where is_free or free_starts_at is not null;
