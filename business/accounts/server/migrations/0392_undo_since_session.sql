-- When the session began in which the address was changed: an undo removes the second factors added since. Null: not known.
alter table accounts.email_undo add column session_opened_at timestamptz;
