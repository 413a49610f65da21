-- Bounds of stored values. Every text and JSON column of a table that the rest service shows has one, so that nobody can blow up a page to
-- megabytes: a length in its type, or a check that refuses any value of a hundred kilobytes. Forms apply the same numbers earlier;
-- supabase/tests/access/bounds.test.ts looks for columns without a bound.

-- Whether this is one mail address and nothing else: no list, no name beside it, no line of a header.
-- No class like [:alnum:]: what it holds depends on the locale of the database.
-- The length of the first part is not in the pattern: a counted repetition makes its automaton large.
create function internal.is_address(value text) returns boolean
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return length(value) <= 254 and strpos(value, '@') <= 65
    and value ~ '^[^[:space:][:cntrl:]@<>(),;:"\\\[\]]+@([^[:space:][:cntrl:]@<>(),;:"\\\[\]./_]+\.)+[^[:space:][:cntrl:]@<>(),;:"\\\[\]./_0-9][^[:space:][:cntrl:]@<>(),;:"\\\[\]./_]+$'
    and value !~ '\.\.|^\.|\.@|[@.]-|-(\.|$)';
end $$;

-- Whether a list has at most so many texts of at most so many characters.
create function internal.short_texts(list text[], most integer, longest integer) returns boolean
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return cardinality(list) <= most and not exists (select from unnest(list) one where length(one) > longest);
end $$;

-- Values that exceeded a bound when it was introduced, as the migrations left them; for the operator.
create table internal.set_aside (
  id bigint generated always as identity primary key,
  -- Table and column.
  place text not null,
  row_id text not null,
  value text not null,
  at timestamptz not null default now()
);
alter table internal.set_aside enable row level security;

grant execute on function internal.is_address, internal.short_texts to anon, authenticated, service_role;
