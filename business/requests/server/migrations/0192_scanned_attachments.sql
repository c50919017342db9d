-- What the virus scanner said: 'off' without a scanner, 'waiting' until it answers. An infected file lies under quarantine/.
alter table requests.attachment add column scan_state text not null default 'off' check (scan_state in ('off', 'clean', 'waiting', 'infected'));
alter table requests.attachment add column scan_found text;
create index attachment_waiting on requests.attachment (created_at) where scan_state = 'waiting';
create index attachment_infected on requests.attachment (request_id) where scan_state = 'infected';
