-- Where a page far down begins, whatever the filters: the lists are cut into stretches, and of each it is counted how many of its assets have which
-- traits. Nothing is void when an old asset changes: its stretch is one smaller.
create table catalogue.stretch (
  -- 'approved' and 'created' go by time, 'title' by title; 'whole' is one stretch with every asset, for totals.
  ordering text not null check (ordering in ('approved', 'created', 'title', 'whole')),
  id integer not null unique generated always as identity,
  -- It holds what comes after this, up to where the next one begins.
  since_title text collate "C" not null default '',
  since_at timestamptz not null default '-infinity',
  since_id uuid not null default '00000000-0000-0000-0000-000000000000',
  primary key (ordering, since_title, since_at, since_id)
);
insert into catalogue.stretch (ordering) values ('approved'), ('created'), ('title'), ('whole');

create table catalogue.stretch_count (
  ordering text not null,
  stretch integer not null references catalogue.stretch (id),
  traits integer not null,
  assets integer not null,
  primary key (ordering, stretch, traits) include (assets)
);

-- Bits above those of catalogue.traits, whose last one says here: free for good.
create function catalogue.status_trait(status text) returns integer language sql immutable parallel safe as
$$ select 1 << (23 + array_position(array['pending', 'approved', 'rejected'], status)) $$;
create function catalogue.window_trait() returns integer language sql immutable parallel safe as $$ select 1 << 27 $$;

create function catalogue.counted_traits(status text, category text, formats text[], colors text[], is_free boolean, free_starts_at timestamptz)
returns integer language sql immutable parallel safe as $$
  select catalogue.traits(category, formats, colors, is_free) | catalogue.status_trait(status)
    | case when not is_free and free_starts_at is not null then catalogue.window_trait() else 0 end
$$;

-- Stretches are cut under this lock: changes to assets wait for it and are then counted where they belong.
create function catalogue.stretch_lock() returns bigint language sql immutable parallel safe as $$ select 7020331 $$;

create function catalogue.count_in_stretches(steps integer[], ids uuid[], titles text[], created timestamptz[], approved timestamptz[], traits_of integer[])
returns void language sql as $$
  insert into catalogue.stretch_count as kept (ordering, stretch, traits, assets)
  select place.ordering, near.id, changed.traits, sum(changed.step)
  from unnest(steps, ids, titles, created, approved, traits_of) changed (step, id, title, created_at, approved_at, traits),
    lateral (values
      ('approved', '', changed.approved_at), ('created', '', changed.created_at), ('title', lower(changed.title), '-infinity'), ('whole', '', changed.created_at)
    ) place (ordering, title, at),
    lateral (
      select stretch.id from catalogue.stretch stretch
      where stretch.ordering = place.ordering
        and (stretch.since_title, stretch.since_at, stretch.since_id) < (place.title, place.at, changed.id)
      order by stretch.since_title desc, stretch.since_at desc, stretch.since_id desc limit 1
    ) near
  where place.at is not null
  group by 1, 2, 3 having sum(changed.step) <> 0 order by 1, 2, 3
  on conflict (ordering, stretch, traits) do update set assets = kept.assets + excluded.assets
$$;

create function catalogue.keep_stretches() returns trigger language plpgsql as $$
declare
  steps integer[];
  ids uuid[];
  titles text[];
  created timestamptz[];
  approved timestamptz[];
  traits_of integer[];
begin
  if tg_op = 'INSERT' then
    select array_agg(1), array_agg(id), array_agg(title), array_agg(created_at), array_agg(approved_at), array_agg(catalogue.counted_traits(status, category, formats, colors, is_free, free_starts_at))
    into steps, ids, titles, created, approved, traits_of from new_rows changed;
  elsif tg_op = 'DELETE' then
    select array_agg(-1), array_agg(id), array_agg(title), array_agg(created_at), array_agg(approved_at), array_agg(catalogue.counted_traits(status, category, formats, colors, is_free, free_starts_at))
    into steps, ids, titles, created, approved, traits_of from old_rows changed;
  else
    select array_agg(step), array_agg(id), array_agg(title), array_agg(created_at), array_agg(approved_at), array_agg(traits)
    into steps, ids, titles, created, approved, traits_of
    from (
      select before.id, place.*
      from (select id, title, created_at, approved_at, catalogue.counted_traits(status, category, formats, colors, is_free, free_starts_at) as traits from old_rows changed) before
      join (select id, title, created_at, approved_at, catalogue.counted_traits(status, category, formats, colors, is_free, free_starts_at) as traits from new_rows changed) after on after.id = before.id,
        lateral (values
          (-1, before.title, before.created_at, before.approved_at, before.traits), (1, after.title, after.created_at, after.approved_at, after.traits)
        ) place (step, title, created_at, approved_at, traits)
      where (before.title, before.created_at, before.approved_at, before.traits) is distinct from (after.title, after.created_at, after.approved_at, after.traits)
    ) changed;
  end if;
  if ids is null then return null; end if;
  perform pg_advisory_xact_lock_shared(catalogue.stretch_lock());
  perform catalogue.count_in_stretches(steps, ids, titles, created, approved, traits_of);
  return null;
end $$;

create trigger stretches_inserted after insert on catalogue.asset
  referencing new table as new_rows for each statement execute function catalogue.keep_stretches();
create trigger stretches_updated after update on catalogue.asset
  referencing old table as old_rows new table as new_rows for each statement execute function catalogue.keep_stretches();
create trigger stretches_deleted after delete on catalogue.asset
  referencing old table as old_rows for each statement execute function catalogue.keep_stretches();

-- Cuts what has grown to more than twice `size`. A stretch is read anew, whole, while nothing is counted beside it.
create function catalogue.cut_stretches(size integer) returns void language plpgsql as $$
declare
  wide record;
  keyed text;
  held text;
begin
  perform pg_advisory_xact_lock(catalogue.stretch_lock());
  for wide in
    select stretch.*, lead(stretch.id) over placed is not null as has_next, lead(since_title) over placed as next_title,
      lead(since_at) over placed as next_at, lead(since_id) over placed as next_id, counted.assets
    from catalogue.stretch stretch
    join (select stretch, sum(assets) as assets from catalogue.stretch_count group by stretch) counted on counted.stretch = stretch.id
    where stretch.ordering <> 'whole'
    window placed as (partition by stretch.ordering order by since_title, since_at, since_id)
  loop
    continue when wide.assets <= 2 * size;
    keyed := case wide.ordering when 'approved' then '(approved_at, id)' when 'created' then '(created_at, id)' else '(lower(title) collate "C", id)' end;
    held := case wide.ordering when 'approved' then 'status = ''approved'' and ' else '' end
      || case wide.ordering when 'title'
        then format('%s > (%L::text, %L::uuid)', keyed, wide.since_title, wide.since_id)
        else format('%s > (%L::timestamptz, %L::uuid)', keyed, wide.since_at, wide.since_id) end
      || case
        when not wide.has_next then ''
        when wide.ordering = 'title' then format(' and %s <= (%L::text, %L::uuid)', keyed, wide.next_title, wide.next_id)
        else format(' and %s <= (%L::timestamptz, %L::uuid)', keyed, wide.next_at, wide.next_id) end;
    execute format(
      $cut$
        insert into catalogue.stretch (ordering, since_title, since_at, since_id)
        select %L, %s, id
        from (select *, row_number() over (order by %s) as place, count(*) over () as many from catalogue.asset where %s) held
        where place %% %s = 0 and place <= many - %s
      $cut$,
      wide.ordering,
      case wide.ordering when 'approved' then ''''', approved_at' when 'created' then ''''', created_at' else 'lower(title), ''-infinity''' end,
      keyed, held, size, size);
    delete from catalogue.stretch_count counted where counted.stretch = wide.id;
    execute format(
      $count$
        insert into catalogue.stretch_count (ordering, stretch, traits, assets)
        select %1$L, near.id, catalogue.counted_traits(asset.status, asset.category, asset.formats, asset.colors, asset.is_free, asset.free_starts_at), count(*)
        from (select * from catalogue.asset where %3$s) asset, lateral (
          select stretch.id from catalogue.stretch stretch
          where stretch.ordering = %1$L and (since_title, since_at, since_id) < (%2$s, asset.id)
          order by since_title desc, since_at desc, since_id desc limit 1
        ) near
        group by 2, 3
      $count$,
      wide.ordering,
      case wide.ordering when 'approved' then ''''', asset.approved_at' when 'created' then ''''', asset.created_at' else 'lower(asset.title), ''-infinity''::timestamptz' end,
      held);
  end loop;
end $$;

-- What is there already: all in one stretch, then cut.
insert into catalogue.stretch_count (ordering, stretch, traits, assets)
select stretch.ordering, stretch.id, counted.traits, counted.assets
from (
  select catalogue.counted_traits(asset.status, asset.category, asset.formats, asset.colors, asset.is_free, asset.free_starts_at) as traits, count(*) as assets from catalogue.asset asset group by 1
) counted
join catalogue.stretch stretch on stretch.ordering <> 'approved' or counted.traits & catalogue.status_trait('approved') <> 0;

-- One order for the public list and the desk's.
drop index catalogue.desk_by_title;
drop index catalogue.asset_by_title;
create index asset_by_title on catalogue.asset (lower(title) collate "C", id);
select catalogue.cut_stretches(4000);

-- What is free for some time only is little, and its count hangs on the clock.
create index asset_window_newest on catalogue.asset (approved_at desc, id desc) where status = 'approved' and free_starts_at is not null;
create index desk_window on catalogue.asset (created_at desc, id desc) where free_starts_at is not null;

drop trigger mixtures_inserted on catalogue.asset;
drop trigger mixtures_updated on catalogue.asset;
drop trigger mixtures_deleted on catalogue.asset;
drop function catalogue.count_mixtures();
drop table catalogue.mixture_count;
drop function catalogue.in_order(text[]);
