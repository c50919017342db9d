-- Searching by postings: docs/decisions/011-search-by-postings.md says why.
drop trigger words_inserted on catalogue.asset;
drop trigger words_updated on catalogue.asset;
drop function catalogue.keep_words();
drop table catalogue.word;
alter table catalogue.asset drop column search;
drop function catalogue.search_document(text, text[], text, text);
drop text search configuration catalogue.written;
drop text search configuration catalogue.stemmed;

-- In the order of their making: of two equal matches the newer comes first.
alter table catalogue.asset add column number integer not null generated always as identity;
create unique index asset_number on catalogue.asset (number);

create or replace function catalogue.spaced(written text) returns text language sql immutable parallel safe as
$$ select translate(written, '-_./\@:;,+&|!?()[]{}<>*''"#%=~^$`–—·•→←↑↓', repeat(' ', 40)) $$;

-- Words as they are compared: without accents and capitals, without marks, none longer than what people may type.
create function catalogue.words_in(written text) returns text[] language sql immutable parallel safe as $$
  select array_remove(string_to_array(catalogue.spaced(lower(public.unaccent('public.unaccent', written))), ' '), '')
$$;

create function catalogue.singular(word text) returns text language sql immutable parallel safe as $$
  select case
    when length(word) <= 3 or word !~ 's$' or word ~ '(ss|us|is|[0-9]s)$' then word
    when word in ('alias', 'always', 'atlas', 'bias', 'canvas', 'christmas', 'glasses', 'kubernetes', 'lens', 'news', 'pancreas', 'series', 'species') then word
    when word ~ '(bus|gas|lens|alias|atlas|canvas|bonus|cactus|campus|circus|octopus|status|virus|walrus)es$' then left(word, -2)
    when word ~ '(potato|tomato|hero|volcano|mango|echo|cargo|tornado|domino)es$' then left(word, -2)
    when word ~ '[^aeiou]ies$' and length(word) > 4 then left(word, -3) || 'y'
    when word ~ '(ch|sh|x|ss|zz)es$' then left(word, -2)
    else left(word, -1)
  end
$$;

create function catalogue.stem(word text) returns text language sql immutable parallel safe as
$$ select coalesce((ts_lexize('english_stem', word))[1], word) $$;

-- Every word of approved assets, once. Two neighbours in a title or tag are a word too ('check mark' is 'checkmark'), known as joined while nobody writes it so.
create table catalogue.word (
  id integer primary key generated always as identity,
  word text not null unique,
  singular text not null generated always as (catalogue.singular(word)) stored,
  stem text not null generated always as (catalogue.stem(word)) stored,
  is_joined boolean not null,
  -- How many approved assets hold it, as last counted: a measure of how popular it is, not a total to show.
  assets integer not null
);
create index word_singular on catalogue.word (singular);
create index word_stem on catalogue.word (stem);
create index word_near on catalogue.word using gist (word public.gist_trgm_ops (siglen = 64)) where not is_joined;
-- Suggestions: what begins with one letter or two is too much to sort at every key pressed.
create index word_by_letter on catalogue.word (left(word, 1), assets desc) where not is_joined;
create index word_by_letters on catalogue.word (left(word, 2), assets desc) where not is_joined;
create index word_by_beginning on catalogue.word (word text_pattern_ops) where not is_joined;
create index asset_title on catalogue.asset (lower(title) text_pattern_ops) where status = 'approved';

-- Which approved asset holds which word, how well (1000: its whole title is that word), and what the filters ask of it.
create table catalogue.posting (
  number integer not null,
  word_id integer not null,
  score smallint not null check (score between 1 and 1000),
  traits integer not null,
  primary key (number, word_id) include (score, traits)
);
create index posting_best on catalogue.posting (word_id, score desc, number desc) include (traits);

-- The filters as bits: category, formats, families of colour, and whether it may be free at some time.
create function catalogue.traits(category text, formats text[], colors text[], may_be_free boolean) returns integer
language sql immutable parallel safe as $$
  select coalesce(1 << (array_position(array['icon', 'vector', 'background', 'illustration', 'logo'], category) - 1), 0)
    | coalesce((
        select bit_or(1 << (array_position(array['jpg', 'png', 'svg', 'eps', 'webp', 'pdf'], format) + 4))
        from unnest(formats) format), 0)
    | coalesce((
        select bit_or(1 << (array_position(
          array['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink', 'brown', 'black', 'gray', 'white'], color) + 10))
        from unnest(colors) color), 0)
    | case when may_be_free then 1 << 23 else 0 end
$$;

-- The words of an asset: title before tags before category, colours and description, short titles and few tags before long ones.
-- The neighbours in a title or tag count as one word too, and so do three or four words that are all of it.
create function catalogue.asset_words(title text, tags text[], category text, description text, colors text[])
returns table (word text, score smallint, is_joined boolean) language sql immutable parallel safe as $$
  with titled as (
    select word, place, count(*) over () as many from unnest(catalogue.words_in(title)) with ordinality as written (word, place)
  ),
  tagged as (
    select tag.place as tag, written.word, written.place, count(*) over (partition by tag.place) as many
    from unnest(tags) with ordinality as tag (words, place), unnest(catalogue.words_in(tag.words)) with ordinality as written (word, place)
  ),
  found as (
    select word, case when many = 1 then 1000 else 700 + 200 / many end as score, false as is_joined from titled
    union all
    select one.word || other.word, case when one.many = 2 then 1000 else 700 + 200 / one.many end, true
    from titled one join titled other on other.place = one.place + 1
    union all
    select string_agg(word, '' order by place), 1000, true from titled where many in (3, 4) having count(*) > 0
    union all
    select word, case when many = 1 then 500 + 100 / cardinality(tags) else 400 end, false from tagged
    union all
    select one.word || other.word, case when one.many = 2 then 500 + 100 / cardinality(tags) else 400 end, true
    from tagged one join tagged other on other.tag = one.tag and other.place = one.place + 1
    union all
    select string_agg(word, '' order by place), 500 + 100 / cardinality(tags), true from tagged where many in (3, 4) group by tag
    union all
    select category, 300, false
    union all
    -- The colours that most of it has.
    select color, 250, false from unnest(colors[1:3]) color
    union all
    select word, 200, false from unnest(catalogue.words_in(description)) word
    where word not in ('a', 'an', 'and', 'at', 'by', 'for', 'from', 'in', 'is', 'it', 'its', 'of', 'on', 'or', 'the', 'this', 'to', 'with')
  )
  select word, max(score)::smallint, bool_and(is_joined) from found where length(word) <= 40 group by word
$$;

-- Posts the words of those approved assets; none of them is posted yet.
create function catalogue.post_words(asset_numbers integer[]) returns void language plpgsql as $$
declare
  numbers integer[];
  words text[];
  scores smallint[];
  joined boolean[];
begin
  select array_agg(asset.number), array_agg(held.word), array_agg(held.score), array_agg(held.is_joined)
  into numbers, words, scores, joined
  from catalogue.asset asset, catalogue.asset_words(asset.title, asset.tags, asset.category, asset.description, asset.colors) held
  where asset.number = any (asset_numbers) and asset.status = 'approved';

  insert into catalogue.word as known (word, is_joined, assets)
  select held.word, bool_and(held.is_joined), count(*)
  from unnest(words, joined) held (word, is_joined)
  where not exists (select from catalogue.word known where known.word = held.word and (held.is_joined or not known.is_joined))
  group by held.word
  order by held.word
  on conflict (word) do update set is_joined = false where known.is_joined and not excluded.is_joined;

  -- Words that another transaction has just added are seen by this statement, not by the one before.
  insert into catalogue.posting (number, word_id, score, traits)
  select held.number, known.id, held.score, asset.traits
  from unnest(numbers, words, scores) held (number, word, score)
  join catalogue.word known on known.word = held.word
  join (
    select number, catalogue.traits(category, formats, colors, is_free or free_starts_at is not null) as traits
    from catalogue.asset where number = any (asset_numbers)
  ) asset on asset.number = held.number
  order by held.number, known.id;
end $$;

create function catalogue.keep_postings() returns trigger language plpgsql as $$
declare
  changed integer[];
begin
  if tg_op = 'INSERT' then
    select array_agg(number) into changed from new_rows where status = 'approved';
  elsif tg_op = 'DELETE' then
    delete from catalogue.posting where number in (select number from old_rows where status = 'approved');
  else
    select array_agg(after.number) into changed
    from old_rows before join new_rows after on after.number = before.number
    where 'approved' in (before.status, after.status)
      and (before.status, before.title, before.tags, before.category, before.description, before.formats, before.colors, before.is_free, before.free_starts_at is null)
        is distinct from
        (after.status, after.title, after.tags, after.category, after.description, after.formats, after.colors, after.is_free, after.free_starts_at is null);
    delete from catalogue.posting where number = any (changed);
  end if;
  if changed is not null then perform catalogue.post_words(changed); end if;
  return null;
end $$;

create trigger postings_inserted after insert on catalogue.asset
  referencing new table as new_rows for each statement execute function catalogue.keep_postings();
create trigger postings_updated after update on catalogue.asset
  referencing old table as old_rows new table as new_rows for each statement execute function catalogue.keep_postings();
create trigger postings_deleted after delete on catalogue.asset
  referencing old table as old_rows for each statement execute function catalogue.keep_postings();

create function catalogue.count_words() returns void language sql as $$
  update catalogue.word word set assets = coalesce(counted.assets, 0)
  from catalogue.word known
  left join (select word_id, count(*) as assets from catalogue.posting group by word_id) counted on counted.word_id = known.id
  where word.id = known.id and word.assets <> coalesce(counted.assets, 0)
$$;

-- What is there already, a thousand at a time: the arrays of all of them would not fit.
do $$
begin
  for start in 1 .. coalesce((select max(number) from catalogue.asset), 0) by 1000 loop
    perform catalogue.post_words((select array_agg(number) from generate_series(start, start + 999) number));
  end loop;
  perform catalogue.count_words();
end $$;

-- Words that mean the same, for admins to edit. The keys are the words as they are compared: in singular, a few written as one.
create function catalogue.synonym_keys(words text[]) returns text[] language sql immutable parallel safe as $$
  select array_agg(catalogue.singular(array_to_string(catalogue.words_in(word), '')) order by place) from unnest(words) with ordinality as given (word, place)
$$;
create table catalogue.synonym (
  id uuid primary key default gen_random_uuid(),
  words text[] not null check (cardinality(words) >= 2),
  keys text[] not null generated always as (catalogue.synonym_keys(words)) stored,
  -- The first finds the others, but not the other way.
  one_way boolean not null default false,
  updated_at timestamptz not null
);
create index synonym_keys on catalogue.synonym using gin (keys) with (fastupdate = off);
create index synonym_newest on catalogue.synonym (updated_at desc, id);

-- Searches without result: words only, nothing about who searched.
create table catalogue.search_miss (
  id uuid primary key default gen_random_uuid(),
  words text not null unique,
  times integer not null default 1,
  last_at timestamptz not null
);
create index search_miss_often on catalogue.search_miss (times desc, last_at desc, id);
create index search_miss_last on catalogue.search_miss (last_at);
