-- A new address that waits for its code.
create table accounts.email_change (
  user_id uuid primary key references accounts."user" (id) on delete cascade,
  new_email text not null,
  asked_at timestamptz not null,
  -- Set by the job that mails the code; never for an address that another account has.
  code_hash text,
  expires_at timestamptz not null
);
create index email_change_by_address on accounts.email_change (new_email);

-- What the link in the email to an old address undoes.
create table accounts.email_undo (
  token_hash bytea primary key,
  user_id uuid not null references accounts."user" (id) on delete cascade,
  old_email text not null,
  new_email text not null,
  changed_at timestamptz not null,
  expires_at timestamptz not null
);
create index email_undo_of on accounts.email_undo (user_id, changed_at);
