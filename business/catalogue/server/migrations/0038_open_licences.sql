-- The open licence by its SPDX name, such as CC-BY-4.0: what it asks of whoever uses the artwork is read from this.
alter table catalogue.asset add column licence_spdx text;
update catalogue.asset set licence_spdx = replace(licence_title, ' ', '-') where licence_title is not null;
