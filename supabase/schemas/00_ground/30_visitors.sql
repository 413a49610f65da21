-- Where a visitor comes from, for limits that several server processes share.
--
-- All visitors reach the rest service of hosted Supabase from the address of the app server, and anybody can send an
-- X-Forwarded-For. So in every mode the app server passes the visitor's address on in a header that it signs, and only this header is believed:
--   x-zeitplatz-visitor: v1.<base64url of the address>.<seconds since 1970>.<base64url of an HMAC-SHA256 over all before the last dot>
-- With `v1-unlimited` in front it says that this process runs without limits (RATE_LIMITS=false); two processes may differ.
-- Callers without it share one place, "unknown". ARCHITECTURE.md says who writes the header and who removes it.

-- The newest key signs; the one before it is still believed, until every process has asked again (each does every few minutes).
create table internal.visitor_keys (
  id integer generated always as identity primary key,
  key bytea not null default extensions.gen_random_bytes(32),
  created_at timestamptz not null default now()
);
alter table internal.visitor_keys enable row level security;

-- The key to sign with, as base64, for the app server. The first call creates it.
create function public.visitor_signing_key() returns text
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('visitor_keys', 44));
  if not exists (select from internal.visitor_keys) then insert into internal.visitor_keys default values; end if;
  return (select encode(key, 'base64') from internal.visitor_keys order by id desc limit 1);
end $$;

-- Makes a new key. What the previous key signed stays valid until the next rotation.
create function public.rotate_visitor_key() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('visitor_keys', 44));
  delete from internal.visitor_keys where id < (select max(id) from internal.visitor_keys);
  insert into internal.visitor_keys default values;
end $$;

-- The caller as the limits see them. `address` is null when it is unknown; of IPv6 it is the /64 that one household has. `network` is what one
-- provider or office shares: IPv4 /24, IPv6 /56; everyone whose address is unknown is in 0.0.0.0. `unlimited` are the server's own work, an
-- owner's connection (seeds, the operator's psql) and visitors of a process that runs without limits.
create type internal.visitor as (address inet, unlimited boolean, network inet);

create function internal.visitor_network(p_address inet) returns inet
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return network(set_masklen(p_address, case when family(p_address) = 4 then 24 else 56 end));
end $$;

-- The clocks of app server and database may differ by five minutes. Digests are compared, not what was sent: how long that takes tells
-- nothing. What follows a right signature is what the app server wrote; nothing else is read.
create function internal.visitor() returns internal.visitor
language plpgsql stable set search_path = '' as $$
declare
  caller internal.visitor := row(null, false, '0.0.0.0');
  parts text[];
  address inet;
begin
  if current_setting('role') in ('none', 'service_role') then
    caller.unlimited := true;
    return caller;
  end if;
  parts := string_to_array(nullif(current_setting('request.headers', true), '')::json ->> 'x-zeitplatz-visitor', '.');
  if cardinality(parts) = 4 and exists (
      select from internal.visitor_keys
      where sha256(convert_to(parts[4], 'UTF8')) = sha256(convert_to(translate(encode(extensions.hmac(
        convert_to(concat_ws('.', parts[1], parts[2], parts[3]), 'UTF8'), key, 'sha256'), 'base64'), '+/=', '-_'), 'UTF8'))) then
    if parts[1] not in ('v1', 'v1-unlimited') or abs(extract(epoch from now()) - parts[3]::bigint) > 300 then return caller; end if;
    address := convert_from(decode(rpad(translate(parts[2], '-_', '+/'), (length(parts[2]) + 3) / 4 * 4, '='), 'base64'), 'UTF8');
    caller := row(case family(address) when 4 then address else network(set_masklen(address, 64)) end, parts[1] = 'v1-unlimited',
      internal.visitor_network(address));
  end if;
  return caller;
end $$;

-- The address of the visitor who calls, of IPv6 the /64; null when absent, unsigned, forged or older than some minutes.
create function internal.visitor_address() returns inet
language plpgsql stable set search_path = '' as $$
begin
  return (internal.visitor()).address;
end $$;

-- Whether limits apply to the caller.
create function internal.is_limited() returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return not (internal.visitor()).unlimited;
end $$;

grant execute on function public.visitor_signing_key, public.rotate_visitor_key to service_role;
