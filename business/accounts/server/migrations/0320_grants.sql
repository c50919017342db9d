-- What an admin may do. Null is everything, so admins of before, and those whom an older process makes, keep what they had.
alter table accounts."user" add column grants text[];
