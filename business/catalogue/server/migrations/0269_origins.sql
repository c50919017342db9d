-- Where a picture comes from, as its artist states it. Assets from before this question are 'unknown'.
alter table catalogue.asset
  add column origin text not null default 'unknown',
  add constraint known_origin check (origin in ('human', 'ai_assisted', 'ai_generated', 'unknown')) not valid;

-- Two bits of the traits. 'unknown' has neither, so the postings and counts of the assets from before stay right as they are.
create function catalogue.origin_traits() returns integer language sql immutable parallel safe as $$ select 3 << 29 $$;
create function catalogue.origin_trait(origin text) returns integer language sql immutable parallel safe as $$
  select case origin when 'human' then 1 << 29 when 'ai_generated' then 2 << 29 when 'ai_assisted' then 3 << 29 else 0 end
$$;

create function catalogue.counted_traits(
  status text, category text, formats text[], colors text[], is_free boolean, free_starts_at timestamptz, withheld_at timestamptz, origin text
) returns integer language sql immutable parallel safe as $$
  select catalogue.traits(category, formats, colors, is_free) | catalogue.status_trait(status) | catalogue.origin_trait(origin)
    | case when not is_free and free_starts_at is not null then catalogue.window_trait() else 0 end
    | case when withheld_at is not null then catalogue.withheld_trait() else 0 end
$$;
-- Each call in these two functions gets the new argument.
do $$
begin
  execute replace(pg_get_functiondef('catalogue.update_list_segments()'::regprocedure), 'withheld_at)', 'withheld_at, origin)');
  execute replace(pg_get_functiondef('catalogue.split_list_segments(integer)'::regprocedure), 'withheld_at)', 'withheld_at, origin)');
end $$;
drop function catalogue.counted_traits(text, text, text[], text[], boolean, timestamptz, timestamptz);

create or replace function catalogue.post_words(asset_numbers integer[]) returns void language plpgsql as $$
declare
  numbers integer[];
  words text[];
  scores smallint[];
  joined boolean[];
begin
  select array_agg(asset.number), array_agg(held.word), array_agg(held.score), array_agg(held.is_joined)
  into numbers, words, scores, joined
  from catalogue.asset asset, catalogue.asset_words(asset.title, asset.tags, asset.category, asset.description, asset.colors) held
  where asset.number = any (asset_numbers) and asset.status = 'approved' and asset.withheld_at is null;

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
    select number,
      catalogue.traits(category, formats, colors, is_free or free_starts_at is not null) | catalogue.origin_trait(origin) as traits
    from catalogue.asset where number = any (asset_numbers)
  ) asset on asset.number = held.number
  order by held.number, known.id;
end $$;

create or replace function catalogue.keep_postings() returns trigger language plpgsql as $$
declare
  changed integer[];
begin
  if tg_op = 'INSERT' then
    select array_agg(number) into changed from new_rows where status = 'approved' and withheld_at is null;
  elsif tg_op = 'DELETE' then
    delete from catalogue.posting where number in (select number from old_rows where status = 'approved');
  else
    select array_agg(after.number) into changed
    from old_rows before join new_rows after on after.number = before.number
    where 'approved' in (before.status, after.status)
      and (before.status, before.withheld_at is null, before.title, before.tags, before.category, before.description, before.formats, before.colors, before.origin, before.is_free, before.free_starts_at is null)
        is distinct from
        (after.status, after.withheld_at is null, after.title, after.tags, after.category, after.description, after.formats, after.colors, after.origin, after.is_free, after.free_starts_at is null);
    delete from catalogue.posting where number = any (changed);
  end if;
  if changed is not null then perform catalogue.post_words(changed); end if;
  return null;
end $$;
