-- The field's terms. The indexes on the renamed columns follow by themselves.
alter table catalogue.asset_file rename column picture_hash to perceptual_hash;
alter table catalogue.asset_file rename column described to analysis_version;
alter index catalogue.asset_file_undescribed rename to asset_file_unanalyzed;
alter index catalogue.asset_file_look_0 rename to asset_file_perceptual_hash_0;
alter index catalogue.asset_file_look_1 rename to asset_file_perceptual_hash_1;
alter index catalogue.asset_file_look_2 rename to asset_file_perceptual_hash_2;
alter index catalogue.asset_file_look_3 rename to asset_file_perceptual_hash_3;
