-- PostgreSQL plans the statements of a function once for each connection. An import begins with few assets, for which reading all of them is the
-- best plan, and keeps that plan when there are many. So each asset is looked up by itself, and by an index even if there are only a few: the
-- import no longer slows down as it goes on.

create or replace function catalogue.keep_formats() returns trigger language plpgsql set enable_seqscan to off as $$
begin
  update catalogue.asset asset set formats = stored.formats
  from (
    select touched.asset_id, owning.formats as known, (
      select coalesce(array_agg(distinct file.format order by file.format), '{}') from catalogue.asset_file file
      where file.asset_id = touched.asset_id and file.status = 'ready' and (file.is_published or owning.status <> 'approved')
    ) as formats
    from (select distinct asset_id from changed) touched,
      lateral (select status, formats from catalogue.asset where id = touched.asset_id offset 0) owning
    offset 0
  ) stored
  -- Most often nothing is different, as after an import. Then no asset is read a second time.
  where stored.known is distinct from stored.formats and asset.id = stored.asset_id and asset.formats is distinct from stored.formats;
  return null;
end $$;

-- Each word is looked up once, however many of the assets hold it.
create or replace function catalogue.post_words(asset_numbers integer[]) returns void language plpgsql set enable_seqscan to off as $$
declare
  numbers integer[];
  traits_of integer[];
  words text[];
  scores smallint[];
  joined boolean[];
  each_word text[];
  each_joined boolean[];
  each_count integer[];
begin
  select array_agg(asset.number), array_agg(asset.traits), array_agg(held.word), array_agg(held.score), array_agg(held.is_joined)
  into numbers, traits_of, words, scores, joined
  from unnest(asset_numbers) given (number), lateral (
    select number, title, tags, category, description, colors, status, withheld_at,
      catalogue.traits(category, formats, colors, is_free or free_starts_at is not null) | catalogue.origin_trait(origin) as traits
    -- By its number alone: with a condition on the status, one of the indexes of approved assets could be read as a whole instead.
    from catalogue.asset where number = given.number
    -- The traits are computed once for each asset, not for each of its words.
    offset 0
  ) asset, catalogue.asset_words(asset.title, asset.tags, asset.category, asset.description, asset.colors) held
  where asset.status = 'approved' and asset.withheld_at is null;

  -- In the same order everywhere: two transactions that add the same words wait for each other, but never in a circle.
  select array_agg(word order by word), array_agg(is_joined order by word), array_agg(assets order by word)
  into each_word, each_joined, each_count
  from (
    select held.word, bool_and(held.is_joined) as is_joined, count(*)::integer as assets
    from unnest(words, joined) held (word, is_joined) group by held.word
  ) held;

  -- The subqueries keep the planner from reading all words of the catalogue, which it would do for a hash join.
  insert into catalogue.word as known (word, is_joined, assets)
  select held.word, held.is_joined, held.assets
  from unnest(each_word, each_joined, each_count) held (word, is_joined, assets)
  where (select known.word from catalogue.word known where known.word = held.word and (held.is_joined or not known.is_joined)) is null
  on conflict (word) do update set is_joined = false where known.is_joined and not excluded.is_joined;

  -- Words that another transaction has just added are seen by this statement, not by the one before.
  insert into catalogue.posting (number, word_id, score, traits)
  select held.number, known.id, held.score, held.traits
  from unnest(numbers, traits_of, words, scores) held (number, traits, word, score)
  join (
    select each.word, (select known.id from catalogue.word known where known.word = each.word) as id
    from unnest(each_word) each (word) offset 0
  ) known on known.word = held.word
  order by held.number, known.id;
end $$;

-- The filters as bits, as before. Without subqueries, they are part of the statement that asks for them, and take a third of the time.
create or replace function catalogue.traits(category text, formats text[], colors text[], may_be_free boolean) returns integer
language sql immutable parallel safe as $$
  select case category when 'icon' then 1 << 0 when 'vector' then 1 << 1 when 'background' then 1 << 2 when 'illustration' then 1 << 3 when 'logo' then 1 << 4 else 0 end
    | case when 'jpg' = any (formats) then 1 << 5 else 0 end
    | case when 'png' = any (formats) then 1 << 6 else 0 end
    | case when 'svg' = any (formats) then 1 << 7 else 0 end
    | case when 'eps' = any (formats) then 1 << 8 else 0 end
    | case when 'webp' = any (formats) then 1 << 9 else 0 end
    | case when 'pdf' = any (formats) then 1 << 10 else 0 end
    | case when 'red' = any (colors) then 1 << 11 else 0 end
    | case when 'orange' = any (colors) then 1 << 12 else 0 end
    | case when 'yellow' = any (colors) then 1 << 13 else 0 end
    | case when 'green' = any (colors) then 1 << 14 else 0 end
    | case when 'teal' = any (colors) then 1 << 15 else 0 end
    | case when 'blue' = any (colors) then 1 << 16 else 0 end
    | case when 'purple' = any (colors) then 1 << 17 else 0 end
    | case when 'pink' = any (colors) then 1 << 18 else 0 end
    | case when 'brown' = any (colors) then 1 << 19 else 0 end
    | case when 'black' = any (colors) then 1 << 20 else 0 end
    | case when 'gray' = any (colors) then 1 << 21 else 0 end
    | case when 'white' = any (colors) then 1 << 22 else 0 end
    | case when may_be_free then 1 << 23 else 0 end
$$;
