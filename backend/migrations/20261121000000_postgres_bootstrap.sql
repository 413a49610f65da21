-- What hosted Supabase brings with every project and a plain PostgreSQL lacks: roles, schemas, extensions, rights.
-- Repeatable: databases of 0.1.0 have all of it and no history yet.

do $$
declare
  wanted text;
begin
  foreach wanted in array array['anon', 'authenticated', 'service_role', 'authenticator'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      execute format('create role %I nologin noinherit', wanted);
    end if;
  end loop;
end $$;

alter role service_role bypassrls;
grant anon, authenticated, service_role to authenticator;
alter role anon set statement_timeout = '5s';
alter role authenticated set statement_timeout = '8s';
-- With Debian's default the planner compiles millisecond functions for half a second.
alter role authenticator set jit = off;
alter role authenticator set statement_timeout = '15s';

create schema if not exists extensions;
create schema if not exists auth;
create schema if not exists storage;
create schema if not exists realtime;
create extension if not exists btree_gist with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists citext with schema extensions;
create extension if not exists cube with schema extensions;
create extension if not exists earthdistance with schema extensions;
create extension if not exists pgcrypto with schema extensions;

grant usage on schema public, extensions, auth, storage, realtime to anon, authenticated, service_role;
alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant all on sequences to service_role;

do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end $$;
