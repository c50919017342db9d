-- Since when the person is an admin: an admin needs a second factor some days later. Null: since the account exists.
alter table accounts."user" add column admin_since timestamptz;
