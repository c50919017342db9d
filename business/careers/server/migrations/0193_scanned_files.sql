-- What the virus scanner said: 'off' without a scanner, 'waiting' until it answers.
alter table careers.applicant_file add column scan_state text not null default 'off' check (scan_state in ('off', 'clean', 'waiting', 'infected'));
alter table careers.applicant_file add column scan_found text;
create index applicant_file_waiting on careers.applicant_file (applicant_id) where scan_state = 'waiting';
