-- The colors of a picture as '#rrggbb', largest share first. Empty until the picture is analyzed.
alter table catalogue.asset_file add column picture_colors text[] not null default '{}';
