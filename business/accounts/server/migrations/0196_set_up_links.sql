-- 'admin_setup' is a link that an operator created with `npm run admin:create`. Requests by email neither replace nor use it.
alter table accounts.password_reset add column purpose text not null default 'reset' check (purpose in ('reset', 'admin_setup'));
alter table accounts.password_reset drop constraint password_reset_pkey;
alter table accounts.password_reset add primary key (user_id, purpose);
