-- Who is calling. Everything that belongs to a person or a company is open to `internal.person()` only, never to `auth.uid()`: for an account
-- with a second factor the password alone is not enough. A structural test checks this in every schema file.

-- The signed-in person, once they have shown a second factor if they have set one up (`aal2` in the token); else null, as for a
-- visitor. Definer: the factors are the auth service's.
create function internal.person() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  caller constant uuid := auth.uid();
begin
  if caller is null or auth.jwt() ->> 'aal' = 'aal2' then return caller; end if;
  if exists (select from auth.mfa_factors where user_id = caller and status = 'verified') then return null; end if;
  return caller;
end $$;

-- Whether the caller is only half signed in: the second factor has yet to be shown.
create function public.second_factor_missing() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return auth.uid() is not null and internal.person() is null;
end $$;

grant execute on function internal.person to anon, authenticated, service_role;
grant execute on function public.second_factor_missing to authenticated;
