-- Every 500th place of the public lists, counted from the oldest asset on, so that a page far down is read from near it. New approvals come behind
-- all of them; what is taken out or put in between makes those after it void.
create table catalogue.milestone (
  -- A category, or '' for all of them.
  list text not null,
  -- How many approved assets are this old or older.
  place bigint not null,
  approved_at timestamptz not null,
  id uuid not null,
  primary key (list, place)
);
create index milestone_by_age on catalogue.milestone (list, approved_at);

-- Milestones are counted under this lock; a change among old assets waits for the count and then voids what it got wrong.
create function catalogue.milestone_lock() returns bigint language sql immutable parallel safe as $$ select 7020230 $$;

create function catalogue.void_milestones() returns trigger language plpgsql as $$
declare
  moved jsonb;
begin
  if tg_op = 'INSERT' then
    select jsonb_object_agg(category, since) into moved
    from (select category, min(approved_at) as since from new_rows where status = 'approved' group by category) kept;
  elsif tg_op = 'DELETE' then
    select jsonb_object_agg(category, since) into moved
    from (select category, min(approved_at) as since from old_rows where status = 'approved' group by category) kept;
  else
    select jsonb_object_agg(category, since) into moved
    from (
      select category, min(approved_at) as since
      from (
        select id, category, approved_at from old_rows where status = 'approved'
        except select id, category, approved_at from new_rows where status = 'approved'
        union all
        (select id, category, approved_at from new_rows where status = 'approved'
         except select id, category, approved_at from old_rows where status = 'approved')
      ) changed
      group by category
    ) kept;
  end if;
  if moved is null then return null; end if;
  -- What is approved this minute is behind everything that is counted.
  if exists (select from jsonb_each_text(moved) where value::timestamptz < clock_timestamp() - interval '1 minute') then
    perform pg_advisory_xact_lock_shared(catalogue.milestone_lock());
  end if;
  delete from catalogue.milestone milestone
  using (
    select key as list, value::timestamptz as since from jsonb_each_text(moved)
    union all select '', min(value::timestamptz) from jsonb_each_text(moved)
  ) void
  where milestone.list = void.list and milestone.approved_at >= void.since;
  return null;
end $$;

create trigger milestones_inserted after insert on catalogue.asset
  referencing new table as new_rows for each statement execute function catalogue.void_milestones();
create trigger milestones_updated after update on catalogue.asset
  referencing old table as old_rows new table as new_rows for each statement execute function catalogue.void_milestones();
create trigger milestones_deleted after delete on catalogue.asset
  referencing old table as old_rows for each statement execute function catalogue.void_milestones();
