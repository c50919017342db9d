-- The words of the field: `license` in American spelling, and `revise` as the specification calls it.
alter table catalogue.asset rename column licence_title to license_title;
alter table catalogue.asset rename column licence_url to license_url;
alter table catalogue.asset rename column licence_spdx to license_spdx;
alter table catalogue.asset rename column mending_since to revising_since;
alter table catalogue.asset rename constraint only_rejected_is_mended to only_rejected_is_revised;
