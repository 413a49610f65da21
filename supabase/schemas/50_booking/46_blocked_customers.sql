-- Whom a business has blocked cannot book online, neither visits nor seats of courses, is offered no seat, and is told to phone. By hand they are
-- booked like everybody. Whether somebody is blocked shows only when they book, in an answer that a closed company gives as well.

-- A company has few of them, so whoever books is compared with all.
create index customers_blocked on public.customers (company_id) where blocked;

-- Whether this person has a blocked file: by the address, also the confirmed one of the account, by the number in any spelling, each the first one
-- or a further one, or by the account. A number may be a family's: whoever is signed in and has a file of their own that is not blocked is known to
-- be somebody else, and not blocked by the number alone. Of guests nothing proves that.
create function internal.is_blocked(p_company uuid, p_email text, p_phone text, p_user uuid) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  own text;
  addresses text[];
  number text := nullif(internal.e164(p_phone), '');
begin
  if not exists (select from public.customers file where file.company_id = p_company and file.blocked) then return false; end if;
  own := (select lower(account.email) from auth.users account where account.id = p_user and account.email_confirmed_at is not null);
  addresses := array(select lower(p_email) where p_email <> '' union select own where own is not null);
  if exists (select from public.customers file where file.user_id = p_user and file.company_id = p_company and not file.blocked)
    or exists (select from public.customers file where file.company_id = p_company and file.email operator(extensions.=) own::extensions.citext and not file.blocked) then
    number := null;
  end if;
  return exists (
    select from public.customers file
    where file.company_id = p_company and file.blocked and (
      lower(file.email::text) = any(addresses) or internal.e164(file.phone) = number or file.user_id = p_user
      or exists (select from public.customer_contacts other where other.customer_id = file.id
        and (other.kind = 'email' and other.value = any(addresses) or other.kind = 'phone' and other.value = number))));
end $$;

-- The number that a location shows to everybody.
create function internal.phone_of(p_location uuid) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (select phone from public.locations where id = p_location);
end $$;

revoke execute on function internal.is_blocked, internal.phone_of from public;
