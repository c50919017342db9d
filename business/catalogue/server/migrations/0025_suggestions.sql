-- Suggestions follow titles: makers' names in descriptions and tags are on many assets, and nobody looks for them.
alter table catalogue.word add column titles integer not null default 0;
comment on column catalogue.word.titles is 'How many approved assets hold it in their title, as last counted.';

drop index catalogue.word_by_letter;
drop index catalogue.word_by_letters;
create index word_by_letter on catalogue.word (left(word, 1), titles desc, assets desc) where not is_joined;
create index word_by_letters on catalogue.word (left(word, 2), titles desc, assets desc) where not is_joined;
-- Two words typed are the beginning of neighbours known as one: 'shopping c' of 'shoppingcart'.
create index word_by_run on catalogue.word (word text_pattern_ops);

create or replace function catalogue.count_words() returns void language sql as $$
  update catalogue.word word set assets = coalesce(counted.assets, 0), titles = coalesce(counted.titles, 0)
  from catalogue.word known
  left join (
    -- Only words of titles score so high.
    select word_id, count(*) as assets, count(*) filter (where score >= 700) as titles from catalogue.posting group by word_id
  ) counted on counted.word_id = known.id
  where word.id = known.id and (word.assets <> coalesce(counted.assets, 0) or word.titles <> coalesce(counted.titles, 0))
$$;
select catalogue.count_words();
