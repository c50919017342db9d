-- Renderings that started and were not finished, so that a file that cannot be rendered is not tried forever, even if the process ends meanwhile.
create table licensing.rendition_attempt (
  -- The key of licensing.rendition.
  key text primary key,
  attempts integer not null check (attempts >= 1),
  attempted_at timestamptz not null
);
