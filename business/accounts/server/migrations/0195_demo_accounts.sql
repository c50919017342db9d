-- Accounts of the demo. Their password is public, so no one signs in with them where strangers can reach the shop.
alter table accounts."user" add column is_demo boolean not null default false;

-- The seed of earlier versions did not mark its accounts. No one can own these addresses: .test is reserved.
update accounts."user" set is_demo = true where email in
  ('admin@easel.test', 'artist@easel.test', 'client@easel.test', 'mate@easel.test', 'subscriber@easel.test', 'library@easel.test');
