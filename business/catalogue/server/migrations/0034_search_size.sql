-- How often a word is held decides how a search is read; with the usual 100 most common ones PostgreSQL takes most words for rare.
alter table catalogue.posting alter column word_id set statistics 1000;
analyze catalogue.posting;

-- Nobody means another number by a number: a catalogue with numbered titles holds as many of them as assets.
drop index catalogue.word_near;
create index word_near on catalogue.word using gist (word public.gist_trgm_ops (siglen = 64)) where not is_joined and word !~ '^[0-9]+$';

-- Words that begin alike, the most popular first, without reading the joined ones between them.
drop index catalogue.word_by_beginning;
create index word_by_beginning on catalogue.word (left(word, 3), titles desc, assets desc) where not is_joined;
analyze catalogue.word;
