-- When the next emails of an announcement that is being sent go out. Only the job of this moment sends, so that there is one chain of jobs.
alter table marketing.announcement add column next_at timestamptz;
