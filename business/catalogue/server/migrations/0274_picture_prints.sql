-- What is kept of each picture to find it by another one: the drawing in a few hundred bytes, and 64 bits by which it is found.
create table catalogue.picture_print (
  file_id uuid primary key references catalogue.asset_file (id) on delete cascade,
  -- Four bands of 16 bits. Like pictures agree in one of them, or nearly so.
  bits bigint not null,
  -- 353 bytes: business/catalogue/server/picture-search/print-layout.ts.
  print bytea not null check (length(print) = 353)
);
-- They hold all that is compared first, so that only what is near is read from the table.
create index picture_print_band_0 on catalogue.picture_print (((bits & 65535)::integer), bits) include (file_id);
create index picture_print_band_1 on catalogue.picture_print (((bits >> 16 & 65535)::integer), bits) include (file_id);
create index picture_print_band_2 on catalogue.picture_print (((bits >> 32 & 65535)::integer), bits) include (file_id);
create index picture_print_band_3 on catalogue.picture_print (((bits >> 48 & 65535)::integer), bits) include (file_id);
