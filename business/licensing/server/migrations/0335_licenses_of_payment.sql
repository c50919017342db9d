-- migrate: without a transaction
-- One payment can buy several licenses, but none of them twice.
drop index concurrently if exists licensing.one_license_of_payment;
create unique index concurrently one_license_of_payment on licensing.license (payment_id, asset_id, license_type) where payment_id is not null;
