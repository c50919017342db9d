-- Who downloaded by a plan: their downloads stay theirs when they leave the team.
create table licensing.plan_holder (
  license_id uuid not null references licensing.license (id) on delete cascade,
  user_id uuid not null references accounts."user" (id),
  since timestamptz not null,
  primary key (license_id, user_id)
);
create index plan_holder_of_user on licensing.plan_holder (user_id);
insert into licensing.plan_holder (license_id, user_id, since)
  select id, client_id, created_at from licensing.license where subscription_id is not null;
