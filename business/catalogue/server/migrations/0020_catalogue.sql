create extension if not exists pg_trgm with schema public;
create extension if not exists unaccent with schema public;
create schema catalogue;

-- Words as they are written, and words by their stem: 'arrows' is found by 'arrow', 'arr' by its beginning.
create text search configuration catalogue.written (copy = pg_catalog.simple);
alter text search configuration catalogue.written
  alter mapping for hword, hword_part, word, asciihword, hword_asciipart, asciiword, numword with public.unaccent, simple;
create text search configuration catalogue.stemmed (copy = pg_catalog.english);
alter text search configuration catalogue.stemmed
  alter mapping for hword, hword_part, word, asciihword, hword_asciipart, asciiword with public.unaccent, english_stem;

-- Marks become spaces, so that PostgreSQL's parser sees no host names, paths or numbers with signs. rules.ts cuts what people type the same way.
create function catalogue.spaced(written text) returns text language sql immutable parallel safe as
$$ select translate(written, '-_./\@:;,+&|!?()[]{}<>*''"#%=~^$`', repeat(' ', 32)) $$;

create function catalogue.search_document(title text, tags text[], category text, description text)
returns tsvector language sql immutable parallel safe as $$
  select setweight(to_tsvector('catalogue.written', catalogue.spaced(title)), 'A')
    || setweight(to_tsvector('catalogue.stemmed', catalogue.spaced(title)), 'A')
    || setweight(to_tsvector('catalogue.written', catalogue.spaced(array_to_string(tags, ' '))), 'B')
    || setweight(to_tsvector('catalogue.stemmed', catalogue.spaced(array_to_string(tags, ' '))), 'B')
    || setweight(to_tsvector('catalogue.stemmed', category), 'C')
    || setweight(to_tsvector('catalogue.written', category), 'C')
    || setweight(to_tsvector('catalogue.written', catalogue.spaced(description)), 'D')
    || setweight(to_tsvector('catalogue.stemmed', catalogue.spaced(description)), 'D')
$$;

create table catalogue.asset (
  id uuid primary key default gen_random_uuid(),
  title text not null check (length(title) <= 160),
  description text not null default '' check (length(description) <= 2000),
  category text not null check (category in ('icon', 'vector', 'background', 'illustration', 'logo')),
  tags text[] not null default '{}',
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  owner_id uuid not null references accounts."user" (id),
  created_at timestamptz not null,
  approved_at timestamptz,
  decided_at timestamptz,
  decided_by uuid references accounts."user" (id),
  reject_reason text,
  reject_reason_codes text[] not null default '{}',
  is_free boolean not null default false,
  free_starts_at timestamptz,
  free_ends_at timestamptz,
  -- Open-licensed art: where it came from, and whom to credit.
  source_key text unique,
  source text,
  licence_title text,
  licence_url text,
  author_name text,
  author_url text,
  search tsvector generated always as (catalogue.search_document(title, tags, category, description)) stored,
  check ((status = 'approved') = (approved_at is not null)),
  check (free_starts_at is null or free_ends_at is null or free_starts_at < free_ends_at)
);
-- The public lists: newest first, whole or by category.
create index asset_newest on catalogue.asset (approved_at desc, id desc) where status = 'approved';
create index asset_category_newest on catalogue.asset (category, approved_at desc, id desc) where status = 'approved';
create index asset_free on catalogue.asset (approved_at desc, id desc)
  where status = 'approved' and (is_free or free_starts_at is not null);
create index asset_search on catalogue.asset using gin (search) with (fastupdate = off);
create index asset_owner on catalogue.asset (owner_id, created_at desc, id desc);
create index asset_undecided on catalogue.asset (created_at, id) where status = 'pending';
-- The desk's lists: every status, by any part of a title.
create index asset_created on catalogue.asset (created_at desc, id desc);

create table catalogue.asset_file (
  id uuid primary key default gen_random_uuid(),
  asset_id uuid not null references catalogue.asset (id) on delete cascade,
  format text not null check (format in ('jpg', 'png', 'svg', 'eps', 'webp', 'pdf')),
  filename text not null,
  content_type text not null,
  bytes bigint not null check (bytes > 0),
  sha256 text not null check (length(sha256) = 64),
  width integer check (width > 0),
  height integer check (height > 0),
  original_key text not null unique,
  status text not null default 'processing' check (status in ('processing', 'ready', 'failed')),
  -- Percent.
  progress smallint not null default 0 check (progress between 0 and 100),
  failure text,
  dominant_color text check (dominant_color ~ '^#[0-9a-f]{6}$'),
  -- Of a source that repeats the same drawing under several names.
  imported boolean not null default false,
  created_at timestamptz not null
);
create index asset_file_asset on catalogue.asset_file (asset_id, created_at, id);
create index asset_file_bytes on catalogue.asset_file (sha256);
-- The same bytes belong to one uploaded asset only, however many uploads race.
create unique index asset_file_uploaded_once on catalogue.asset_file (sha256) where not imported;

-- How many approved assets each category holds, and how often that changed: page numbers without counting.
create table catalogue.category_count (
  category text primary key,
  approved bigint not null,
  changes bigint not null
);

create function catalogue.count_approved() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into catalogue.category_count as kept (category, approved, changes)
    select category, count(*), 1 from new_rows where status = 'approved' group by category order by category
    on conflict (category) do update set approved = kept.approved + excluded.approved, changes = kept.changes + 1;
  elsif tg_op = 'DELETE' then
    insert into catalogue.category_count as kept (category, approved, changes)
    select category, -count(*), 1 from old_rows where status = 'approved' group by category order by category
    on conflict (category) do update set approved = kept.approved + excluded.approved, changes = kept.changes + 1;
  else
    insert into catalogue.category_count as kept (category, approved, changes)
    select category, sum(step), 1
    from (select category, 1 as step from new_rows where status = 'approved'
          union all select category, -1 from old_rows where status = 'approved') moved
    group by category order by category
    on conflict (category) do update set approved = kept.approved + excluded.approved, changes = kept.changes + 1;
  end if;
  return null;
end $$;

create trigger count_inserted after insert on catalogue.asset
  referencing new table as new_rows for each statement execute function catalogue.count_approved();
create trigger count_updated after update on catalogue.asset
  referencing old table as old_rows new table as new_rows for each statement execute function catalogue.count_approved();
create trigger count_deleted after delete on catalogue.asset
  referencing old table as old_rows for each statement execute function catalogue.count_approved();

-- Every word of titles, tags and categories, once: a typing error is corrected against these, not against every asset.
create table catalogue.word (word text primary key);
create index word_near on catalogue.word using gist (word public.gist_trgm_ops (siglen = 64));

create function catalogue.keep_words() returns trigger language plpgsql as $$
begin
  insert into catalogue.word (word)
  select distinct word
  from new_rows,
    unnest(tsvector_to_array(to_tsvector('catalogue.written', catalogue.spaced(title || ' ' || array_to_string(tags, ' ') || ' ' || category)))) word
  where length(word) between 3 and 40
  order by word
  on conflict do nothing;
  return null;
end $$;

create trigger words_inserted after insert on catalogue.asset
  referencing new table as new_rows for each statement execute function catalogue.keep_words();
create trigger words_updated after update on catalogue.asset
  referencing new table as new_rows for each statement execute function catalogue.keep_words();
