-- A rejection ends when its artist resubmits the asset, or when another admin overturns it after an appeal.
alter table catalogue.rejection add column is_overturned boolean not null default false;
