-- An admin can withhold an approved asset from sale, and release it again. Its status stays 'approved', for its licensees and its artist.
alter table catalogue.asset
  add column withheld_at timestamptz,
  add column withheld_by uuid references accounts."user" (id),
  add column withheld_reason text,
  add constraint only_approved_is_withheld check (withheld_at is null or status = 'approved'),
  add constraint withheld_with_reason check ((withheld_at is null) = (withheld_reason is null) and (withheld_at is null) = (withheld_by is null));
create index asset_withheld on catalogue.asset (created_at desc, id desc) where withheld_at is not null;

-- The indexes of the public lists leave withheld assets out, so that the lists are still read from the indexes alone.
do $$
declare
  listed record;
begin
  for listed in
    select indexname, indexdef from pg_indexes
    where schemaname = 'catalogue' and tablename = 'asset' and indexdef like '%(status = ''approved''::text)%'
  loop
    execute format('drop index catalogue.%I', listed.indexname);
    execute replace(listed.indexdef, '(status = ''approved''::text)', '(status = ''approved''::text) AND (withheld_at IS NULL)');
  end loop;
end $$;

create or replace function catalogue.count_approved() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into catalogue.category_count as stored (category, approved, changes)
    select category, count(*), 1 from new_rows where status = 'approved' and withheld_at is null group by category order by category
    on conflict (category) do update set approved = stored.approved + excluded.approved, changes = stored.changes + 1;
  elsif tg_op = 'DELETE' then
    insert into catalogue.category_count as stored (category, approved, changes)
    select category, -count(*), 1 from old_rows where status = 'approved' and withheld_at is null group by category order by category
    on conflict (category) do update set approved = stored.approved + excluded.approved, changes = stored.changes + 1;
  else
    insert into catalogue.category_count as stored (category, approved, changes)
    select category, sum(step), 1
    from (select category, 1 as step from new_rows where status = 'approved' and withheld_at is null
          union all select category, -1 from old_rows where status = 'approved' and withheld_at is null) moved
    group by category order by category
    on conflict (category) do update set approved = stored.approved + excluded.approved, changes = stored.changes + 1;
  end if;
  return null;
end $$;

-- The list segments count withheld assets apart: no public list counts them, and the desk's lists do.
create function catalogue.withheld_trait() returns integer language sql immutable parallel safe as $$ select 1 << 28 $$;
create function catalogue.counted_traits(
  status text, category text, formats text[], colors text[], is_free boolean, free_starts_at timestamptz, withheld_at timestamptz
) returns integer language sql immutable parallel safe as $$
  select catalogue.traits(category, formats, colors, is_free) | catalogue.status_trait(status)
    | case when not is_free and free_starts_at is not null then catalogue.window_trait() else 0 end
    | case when withheld_at is not null then catalogue.withheld_trait() else 0 end
$$;
-- Each call in these two functions gets the new argument.
do $$
begin
  execute replace(pg_get_functiondef('catalogue.update_list_segments()'::regprocedure), 'free_starts_at)', 'free_starts_at, withheld_at)');
  execute replace(pg_get_functiondef('catalogue.split_list_segments(integer)'::regprocedure), 'free_starts_at)', 'free_starts_at, withheld_at)');
end $$;
drop function catalogue.counted_traits(text, text, text[], text[], boolean, timestamptz);

-- Search knows only what is on sale.
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
    select number, catalogue.traits(category, formats, colors, is_free or free_starts_at is not null) as traits
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
      and (before.status, before.withheld_at is null, before.title, before.tags, before.category, before.description, before.formats, before.colors, before.is_free, before.free_starts_at is null)
        is distinct from
        (after.status, after.withheld_at is null, after.title, after.tags, after.category, after.description, after.formats, after.colors, after.is_free, after.free_starts_at is null);
    delete from catalogue.posting where number = any (changed);
  end if;
  if changed is not null then perform catalogue.post_words(changed); end if;
  return null;
end $$;
