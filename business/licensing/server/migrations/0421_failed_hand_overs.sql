-- A hand-over that failed for good says so at once, and one that makes progress has not failed.
alter table licensing.hand_over
  add column alive_at timestamptz,
  add column failed_at timestamptz;
