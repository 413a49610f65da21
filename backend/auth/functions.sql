-- What a caller's token says, for policies, as hosted Supabase has it. backend/README.md says when this runs.

create or replace function auth.jwt() returns jsonb language sql stable
set search_path = '' as $$
  select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb
$$;

create or replace function auth.uid() returns uuid language sql stable
set search_path = '' as $$
  select nullif(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub', '')::uuid
$$;

create or replace function auth.role() returns text language sql stable
set search_path = '' as $$
  select nullif(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role', '')::text
$$;

create or replace function auth.email() returns text language sql stable
set search_path = '' as $$
  select nullif(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email', '')::text
$$;

-- By name: in a database whose owner closes new functions they would be closed as well.
grant execute on function auth.jwt, auth.uid, auth.role, auth.email to public;
