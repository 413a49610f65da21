-- What an appointment is found by: what was given with it, not what its customer's file says now, which not everybody may read who may see the
-- appointment. In a table of its own, because every change of state writes the appointment anew, and its index of words with it.

create table internal.appointment_words (
  appointment_id uuid primary key references public.appointments on delete cascade,
  location_id uuid not null,
  starts_at timestamptz not null,
  words varchar(800) not null
);
alter table internal.appointment_words enable row level security;
create index appointment_words_words on internal.appointment_words using gin (words extensions.gin_trgm_ops);
create index appointment_words_start on internal.appointment_words (location_id, starts_at);
-- The order of names.
create index appointment_words_name on internal.appointment_words (location_id, (left(words, 40)) collate "C", appointment_id);

create function internal.words_of_appointment(visit public.appointments) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return internal.customer_words(visit.contact_name || ' ' || visit.for_name, visit.contact_email, visit.contact_phone);
end $$;

create function internal.keep_appointment_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into internal.appointment_words (appointment_id, location_id, starts_at, words)
  values (new.id, new.location_id, new.starts_at, internal.words_of_appointment(new))
  on conflict (appointment_id) do update set location_id = excluded.location_id, starts_at = excluded.starts_at, words = excluded.words;
  return null;
end $$;
create trigger words_of_new after insert on public.appointments for each row execute function internal.keep_appointment_words();
create trigger words_of_changed after update on public.appointments for each row
  when ((old.location_id, old.starts_at, old.contact_name, old.for_name, old.contact_email, old.contact_phone)
    is distinct from (new.location_id, new.starts_at, new.contact_name, new.for_name, new.contact_email, new.contact_phone))
  execute function internal.keep_appointment_words();

-- Where the server's job has come to with appointments from before there were words, in the order of ids. No row: it is done. Gone with 0.5.
create table internal.words_to_fill (after uuid primary key);
alter table internal.words_to_fill enable row level security;

-- Gives the next `p_limit` (at most 2000) of them their words and returns how many it has gone through; 0: there are no more. For the server's job only.
create function public.fill_appointment_words(p_limit integer default 500) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  begun uuid;
  ids uuid[];
begin
  select after into begun from internal.words_to_fill for update skip locked;
  if not found then return 0; end if;
  ids := array(select id from public.appointments where id > begun order by id limit least(greatest(coalesce(p_limit, 500), 1), 2000));
  insert into internal.appointment_words (appointment_id, location_id, starts_at, words)
  select visit.id, visit.location_id, visit.starts_at, internal.words_of_appointment(visit) from public.appointments visit where visit.id = any(ids)
  on conflict do nothing;
  if ids = '{}' then delete from internal.words_to_fill; else update internal.words_to_fill set after = ids[cardinality(ids)]; end if;
  return cardinality(ids);
end $$;

revoke execute on function internal.words_of_appointment, internal.keep_appointment_words, public.fill_appointment_words from public;
grant execute on function public.fill_appointment_words to service_role;
