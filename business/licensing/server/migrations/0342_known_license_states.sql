-- migrate: without a transaction
alter table licensing.license validate constraint known_license_status;
