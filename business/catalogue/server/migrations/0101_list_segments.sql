-- One mechanism for long lists: list segments (formerly "stretches"). The milestones, which marked every 500th place of two kinds of list, go.
drop trigger milestones_inserted on catalogue.asset;
drop trigger milestones_updated on catalogue.asset;
drop trigger milestones_deleted on catalogue.asset;
drop function catalogue.void_milestones();
drop function catalogue.milestone_lock();
drop table catalogue.milestone;

drop trigger stretches_inserted on catalogue.asset;
drop trigger stretches_updated on catalogue.asset;
drop trigger stretches_deleted on catalogue.asset;
drop function catalogue.keep_stretches();
drop function catalogue.cut_stretches(integer);
drop function catalogue.count_in_stretches(integer[], uuid[], text[], timestamptz[], timestamptz[], integer[]);
drop function catalogue.stretch_lock();

-- Each list is divided into segments of 4,000 to 8,000 assets, and each segment counts its assets by their filter traits.
-- A page far down a filtered list is read from the nearest end of the segment that holds it.
alter table catalogue.stretch rename to list_segment;
alter table catalogue.list_segment rename constraint stretch_pkey to list_segment_pkey;
alter table catalogue.list_segment rename constraint stretch_id_key to list_segment_id_key;
alter table catalogue.list_segment rename constraint stretch_ordering_check to list_segment_ordering_check;
alter sequence catalogue.stretch_id_seq rename to list_segment_id_seq;
alter table catalogue.stretch_count rename to list_segment_count;
alter table catalogue.list_segment_count rename column stretch to segment;
alter table catalogue.list_segment_count rename constraint stretch_count_pkey to list_segment_count_pkey;
alter table catalogue.list_segment_count rename constraint stretch_count_stretch_fkey to list_segment_count_segment_fkey;

-- Segments are split under this lock. Changes to assets wait for it, and are then counted in the segment they belong to.
create function catalogue.list_segment_lock() returns bigint language sql immutable parallel safe as $$ select 7020331 $$;

create function catalogue.count_in_list_segments(steps integer[], ids uuid[], titles text[], created timestamptz[], approved timestamptz[], traits_of integer[])
returns void language sql as $$
  insert into catalogue.list_segment_count as stored (ordering, segment, traits, assets)
  select place.ordering, near.id, changed.traits, sum(changed.step)
  from unnest(steps, ids, titles, created, approved, traits_of) changed (step, id, title, created_at, approved_at, traits),
    lateral (values
      ('approved', '', changed.approved_at), ('created', '', changed.created_at), ('title', lower(changed.title), '-infinity'), ('whole', '', changed.created_at)
    ) place (ordering, title, at),
    lateral (
      select segment.id from catalogue.list_segment segment
      where segment.ordering = place.ordering
        and (segment.since_title, segment.since_at, segment.since_id) < (place.title, place.at, changed.id)
      order by segment.since_title desc, segment.since_at desc, segment.since_id desc limit 1
    ) near
  where place.at is not null
  group by 1, 2, 3 having sum(changed.step) <> 0 order by 1, 2, 3
  on conflict (ordering, segment, traits) do update set assets = stored.assets + excluded.assets
$$;

create function catalogue.update_list_segments() returns trigger language plpgsql as $$
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
  perform pg_advisory_xact_lock_shared(catalogue.list_segment_lock());
  perform catalogue.count_in_list_segments(steps, ids, titles, created, approved, traits_of);
  return null;
end $$;

create trigger list_segments_inserted after insert on catalogue.asset
  referencing new table as new_rows for each statement execute function catalogue.update_list_segments();
create trigger list_segments_updated after update on catalogue.asset
  referencing old table as old_rows new table as new_rows for each statement execute function catalogue.update_list_segments();
create trigger list_segments_deleted after delete on catalogue.asset
  referencing old table as old_rows for each statement execute function catalogue.update_list_segments();

-- Splits each segment that holds more than twice `size` assets, and recounts it from the assets while no other change is counted.
create function catalogue.split_list_segments(size integer) returns void language plpgsql as $$
declare
  wide record;
  keyed text;
  held text;
begin
  perform pg_advisory_xact_lock(catalogue.list_segment_lock());
  for wide in
    select segment.*, lead(segment.id) over placed is not null as has_next, lead(since_title) over placed as next_title,
      lead(since_at) over placed as next_at, lead(since_id) over placed as next_id, counted.assets
    from catalogue.list_segment segment
    join (select segment, sum(assets) as assets from catalogue.list_segment_count group by segment) counted on counted.segment = segment.id
    where segment.ordering <> 'whole'
    window placed as (partition by segment.ordering order by since_title, since_at, since_id)
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
      $split$
        insert into catalogue.list_segment (ordering, since_title, since_at, since_id)
        select %L, %s, id
        from (select *, row_number() over (order by %s) as place, count(*) over () as many from catalogue.asset where %s) held
        where place %% %s = 0 and place <= many - %s
      $split$,
      wide.ordering,
      case wide.ordering when 'approved' then ''''', approved_at' when 'created' then ''''', created_at' else 'lower(title), ''-infinity''' end,
      keyed, held, size, size);
    delete from catalogue.list_segment_count counted where counted.segment = wide.id;
    execute format(
      $count$
        insert into catalogue.list_segment_count (ordering, segment, traits, assets)
        select %1$L, near.id, catalogue.counted_traits(asset.status, asset.category, asset.formats, asset.colors, asset.is_free, asset.free_starts_at), count(*)
        from (select * from catalogue.asset where %3$s) asset, lateral (
          select segment.id from catalogue.list_segment segment
          where segment.ordering = %1$L and (since_title, since_at, since_id) < (%2$s, asset.id)
          order by since_title desc, since_at desc, since_id desc limit 1
        ) near
        group by 2, 3
      $count$,
      wide.ordering,
      case wide.ordering when 'approved' then ''''', asset.approved_at' when 'created' then ''''', asset.created_at' else 'lower(asset.title), ''-infinity''::timestamptz' end,
      held);
  end loop;
end $$;

-- The schedules of the jobs that were removed or renamed with it; the worker creates the new ones when it starts.
do $$
begin
  if to_regclass('jobs.schedule') is not null then
    delete from jobs.schedule where name in ('catalogue.extend-milestones', 'catalogue.cut-stretches', 'catalogue.describe-files');
  end if;
end $$;
