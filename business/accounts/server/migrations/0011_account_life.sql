-- Each registration keeps its own password until someone proves to read the address: the code then opens the registration of the browser it was
-- made in, so that nobody gets a password of theirs confirmed by another's code. A verified account's password is in accounts.password alone.
create table accounts.registration (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email)),
  name text not null check (name <> ''),
  password_hash text not null,
  -- SHA-256 of the secret in the browser's cookie.
  browser_hash bytea not null,
  created_at timestamptz not null
);
create index registration_of_email on accounts.registration (email, created_at desc);
create index registration_created_at on accounts.registration (created_at);

-- Until now an unverified account kept its only registration's password as its own.
insert into accounts.registration (email, name, password_hash, browser_hash, created_at)
  select u.email, u.name, p.hash, '\x', p.changed_at from accounts."user" u join accounts.password p on p.user_id = u.id where not u.email_verified;
delete from accounts.password p using accounts."user" u where u.id = p.user_id and not u.email_verified;

-- Codes have few bits: they are hashed as passwords are. Those on their way work no longer.
delete from accounts.verification_code;
alter table accounts.verification_code alter column code_hash type text using '';

create table accounts.password_reset (
  user_id uuid primary key references accounts."user" (id) on delete cascade,
  -- SHA-256 of the token in the mailed link; a newer link replaces the old.
  token_hash bytea not null unique,
  expires_at timestamptz not null
);

-- Browsers that someone has signed in with: a sign-in from another one is told by mail.
create table accounts.device (
  user_id uuid not null references accounts."user" (id) on delete cascade,
  -- SHA-256 of the secret in the browser's cookie.
  device_hash bytea not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (user_id, device_hash)
);

-- Kept to about ten minutes, so that a call does not cost a write.
alter table accounts.session add column last_seen_at timestamptz;
update accounts.session set last_seen_at = created_at;
alter table accounts.session alter column last_seen_at set not null;

-- A deleted person stays as a row without personal data, for the books: name 'Deleted user', an address at deleted.invalid.
alter table accounts."user" add column deleted_at timestamptz;
create index user_by_age on accounts."user" (created_at desc, id) where deleted_at is null;

alter table accounts.audit_entry add column subject_kind text;
update accounts.audit_entry set subject_kind = 'asset';
alter table accounts.audit_entry alter column subject_kind set not null;
create index audit_entry_of_subject on accounts.audit_entry (subject, id desc);
create index audit_entry_of_actor on accounts.audit_entry (actor_id, id desc);
