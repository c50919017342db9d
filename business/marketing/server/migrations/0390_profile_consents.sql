-- People agree on their profile, too.
alter table marketing.consent
  drop constraint consent_source_check,
  add constraint known_source check (source in ('free_download', 'profile')) not valid;
