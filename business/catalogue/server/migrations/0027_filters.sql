-- The list by title, read from either end without the assets themselves.
create index asset_by_title on catalogue.asset (lower(title) collate "C", id) include (title) where status = 'approved';
create index asset_category_by_title on catalogue.asset (category, lower(title) collate "C", id) include (title) where status = 'approved';

-- How many approved assets there are of each mixture of what the filters ask: totals of filtered lists without counting assets.
create table catalogue.mixture_count (
  category text not null,
  formats text[] not null,
  colors text[] not null,
  approved bigint not null,
  primary key (category, formats, colors)
);

create function catalogue.in_order(words text[]) returns text[] language sql immutable parallel safe as
$$ select coalesce(array_agg(word order by word), '{}') from unnest(words) word $$;

create function catalogue.count_mixtures() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into catalogue.mixture_count as kept (category, formats, colors, approved)
    select category, catalogue.in_order(formats), catalogue.in_order(colors), count(*)
    from new_rows where status = 'approved' group by 1, 2, 3 order by 1, 2, 3
    on conflict (category, formats, colors) do update set approved = kept.approved + excluded.approved;
  elsif tg_op = 'DELETE' then
    insert into catalogue.mixture_count as kept (category, formats, colors, approved)
    select category, catalogue.in_order(formats), catalogue.in_order(colors), -count(*)
    from old_rows where status = 'approved' group by 1, 2, 3 order by 1, 2, 3
    on conflict (category, formats, colors) do update set approved = kept.approved + excluded.approved;
  else
    insert into catalogue.mixture_count as kept (category, formats, colors, approved)
    select category, catalogue.in_order(formats), catalogue.in_order(colors), sum(step)
    from (select category, formats, colors, 1 as step from new_rows where status = 'approved'
          union all select category, formats, colors, -1 from old_rows where status = 'approved') moved
    group by 1, 2, 3 having sum(step) <> 0 order by 1, 2, 3
    on conflict (category, formats, colors) do update set approved = kept.approved + excluded.approved;
  end if;
  return null;
end $$;

create trigger mixtures_inserted after insert on catalogue.asset
  referencing new table as new_rows for each statement execute function catalogue.count_mixtures();
create trigger mixtures_updated after update on catalogue.asset
  referencing old table as old_rows new table as new_rows for each statement execute function catalogue.count_mixtures();
create trigger mixtures_deleted after delete on catalogue.asset
  referencing old table as old_rows for each statement execute function catalogue.count_mixtures();

insert into catalogue.mixture_count (category, formats, colors, approved)
select category, catalogue.in_order(formats), catalogue.in_order(colors), count(*)
from catalogue.asset where status = 'approved' group by 1, 2, 3;
