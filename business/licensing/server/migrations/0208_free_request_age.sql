-- For the nightly job that deletes old addresses.
create index free_request_by_age on licensing.free_request (created_at);
