-- Set while the status is hired: what the retention of a hired applicant's files counts from. For those hired earlier it begins now.
alter table careers.applicant add column hired_at timestamptz;
update careers.applicant set hired_at = now() where status = 'hired';
alter table careers.applicant add constraint hired_since check ((status = 'hired') = (hired_at is not null));
create index applicant_hired on careers.applicant (hired_at) where hired_at is not null;
