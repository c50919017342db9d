-- The digital source types that the Content Credentials of an uploaded file name, as addresses. Null without credentials.
alter table catalogue.asset_file add column declared_sources text[];
