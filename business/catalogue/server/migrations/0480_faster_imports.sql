-- What many assets at once cost, by profile: a third of an import went into the trigrams of each asset, another third into its words.

-- New entries wait together, and go in by the dozens. A search reads those that wait, which are 32 pages at most.
alter index catalogue.desk_by_part set (fastupdate = on, gin_pending_list_limit = 256);

-- Each word is looked up once, however many of the assets hold it.
create or replace function catalogue.post_words(asset_numbers integer[]) returns void language plpgsql as $$
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
  from (
    select number, title, tags, category, description, colors,
      catalogue.traits(category, formats, colors, is_free or free_starts_at is not null) | catalogue.origin_trait(origin) as traits
    from catalogue.asset where number = any (asset_numbers) and status = 'approved' and withheld_at is null
    -- The traits are computed once for each asset, not for each of its words.
    offset 0
  ) asset, catalogue.asset_words(asset.title, asset.tags, asset.category, asset.description, asset.colors) held;

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
