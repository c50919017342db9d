-- A decided asset's files change no more. Since when its artist has taken a rejected one up again: until it is sent, they may.
alter table catalogue.asset add column mending_since timestamptz;
alter table catalogue.asset add constraint only_rejected_is_mended check (mending_since is null or status = 'rejected');
