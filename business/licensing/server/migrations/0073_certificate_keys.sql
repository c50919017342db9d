-- The public halves of every key that certificates were signed with; the private ones are in no database.
create table licensing.certificate_key (
  -- The key's thumbprint (RFC 7638).
  kid text primary key,
  -- As in a JWK: 32 bytes in base64url.
  public_key text not null,
  first_used_at timestamptz not null,
  -- Of a key that got into other hands: nothing signed with it counts any more.
  withdrawn_at timestamptz
);
