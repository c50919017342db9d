-- The colors with which a person recolors drawings, as '#rrggbb'.
alter table accounts."user" add column palette text[] not null default '{}';
