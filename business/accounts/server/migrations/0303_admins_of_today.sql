-- Today's admins get as many days as new ones.
-- migrate: safe because there are few admins
update accounts."user" set admin_since = now() where role = 'admin';
