-- The origin by which a person filters the catalogue. Null: none.
alter table accounts."user" add column remembered_origin text;
