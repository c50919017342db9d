-- What the virus scanner said: 'off' without a scanner, 'waiting' until it answers. An infected file lies under quarantine/.
alter table catalogue.asset_file add column scan_state text not null default 'off' check (scan_state in ('off', 'clean', 'waiting', 'infected'));
create index asset_file_waiting on catalogue.asset_file (created_at) where scan_state = 'waiting';
