-- Replaced by one_license_of_payment.
alter table licensing.license drop constraint license_payment_id_key;
