-- Whether every part of the check was made: a part can fail or take too long. A file that is not checked as a whole is no clean file.
alter table catalogue.file_check add column is_whole boolean not null default true;
