-- A license that was transferred ends; the recipient's new one names it.
alter table licensing.license
  drop constraint license_status_check,
  add constraint known_license_status check (status in ('active', 'expired', 'revoked', 'transferred')) not valid,
  add column transferred_from uuid references licensing.license (id);
