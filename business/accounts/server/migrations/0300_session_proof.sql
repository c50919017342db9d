-- When the person last proved in this session who they are: by signing in, or again before something important.
alter table accounts.session add column proven_at timestamptz;
