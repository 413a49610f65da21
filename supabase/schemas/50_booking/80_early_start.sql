-- Beginning before the period for withdrawing ends (§§ 356 IV, 357a II BGB). Where a contract can be withdrawn from and the visit is to
-- begin within the fourteen days, the customer has to demand that, and to know what it costs: then the right ends with the full
-- performance, and whoever withdraws before owes what was performed until then. `confirm_appointment` and a customer's own move refuse
-- without it (early_start_missing), and keep as proof when it was said and the SHA-256 of the exact words.
--
-- Nobody makes this demand on a customer's behalf: bookings by hand have none, nor do moves by the business. There the customer has not
-- filled in a form, and the business itself asks where the law requires it.
--
-- The words are here and nowhere else: pages show what `get_booking` answers and send back its hash, and only that of the newest words
-- is taken, so nobody can claim to have agreed to others. New words are a new row with the next version, in a migration of its own.

create function internal.hash_of_text(p_text text) returns text
language plpgsql immutable strict set search_path = '' as $$
begin
  return encode(sha256(convert_to(p_text, 'UTF8')), 'hex');
end $$;

-- Every wording that was ever shown, kept for good as proof of what a hash stands for.
create table public.consent_texts (
  hash varchar(64) primary key,
  kind text not null check (kind in ('early_start')),
  version smallint not null,
  text text not null check (length(text) between 1 and 4000),
  unique (kind, version),
  constraint consent_texts_hash check (hash = internal.hash_of_text(text))
);

create function internal.refuse_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = '42501', message = format('%s is append only', tg_table_name);
end $$;
create trigger append_only before update or delete or truncate on public.consent_texts
  for each statement execute function internal.refuse_change();

insert into public.consent_texts (kind, version, text, hash)
select kind, version, text, internal.hash_of_text(text) from (values ('early_start', 1,
  'Ich verlange ausdrücklich und stimme zu, dass der Betrieb mit der gebuchten Leistung zum vereinbarten Termin beginnt, auch wenn die '
  'Widerrufsfrist von vierzehn Tagen dann noch nicht abgelaufen ist. Mir ist bekannt, dass mein Widerrufsrecht erlischt, sobald der '
  'Betrieb den Vertrag vollständig erfüllt hat. Widerrufe ich vorher, zahle ich für die bis dahin erbrachte Leistung einen '
  'angemessenen Betrag.')) worded (kind, version, text);

-- What a customer has demanded for an appointment. Kept until nobody needs the proof (85_accounts/40_proofs).
-- `text_hash` has no foreign key: each booking would lock the one row of the words. The verb takes none but that of a kept one.
create table public.early_starts (
  appointment_id uuid primary key references public.appointments on delete cascade,
  agreed_at timestamptz not null,
  text_hash varchar(64) not null
);
create index early_starts_agreed on public.early_starts (agreed_at);

alter table public.consent_texts enable row level security;
create policy everyone_reads on public.consent_texts for select using (true);
-- The server's role may write every other table.
revoke all on public.consent_texts from service_role;
grant select on public.consent_texts to anon, authenticated, service_role;

alter table public.early_starts enable row level security;
create policy with_appointment on public.early_starts for select to authenticated
  using (exists (select from public.shown_appointments appointment where appointment.id = appointment_id));
grant select on public.early_starts to authenticated;
grant all on public.early_starts to service_role;

-- The words to show now.
create function internal.current_text(p_kind text) returns public.consent_texts
language plpgsql stable set search_path = '' as $$
declare
  newest public.consent_texts;
begin
  select * into newest from public.consent_texts where kind = p_kind order by version desc limit 1;
  return newest;
end $$;

-- The end of the period for withdrawing: of the fourteenth day after the conclusion (§§ 355 II, 187 I, 188 I BGB), and when that is no
-- working day of the next one (§ 193 BGB). A holiday of any state counts: whose is meant depends on where the declaration is made.
create function internal.withdrawal_ends(p_concluded timestamptz, p_zone text) returns timestamptz
language plpgsql stable set search_path = '' as $$
declare
  last date := (p_concluded at time zone p_zone)::date + 14;
begin
  while extract(isodow from last) > 5 or exists (select from public.public_holidays where date = last) loop
    last := last + 1;
  end loop;
  return (last + 1)::timestamp at time zone p_zone;
end $$;

-- When the contract about an appointment was concluded.
create function internal.concluded_at(appointment public.appointments) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return coalesce((select min(event.at) from public.appointment_events event
    where event.appointment_id = appointment.id and event.verb in ('confirm', 'paid') and event.to_state = 'confirmed'), appointment.created_at);
end $$;

-- Starts before this instant need the demand; null when none does, for want of a right to withdraw or of a price (§ 356 IV no. 1 BGB).
-- A contract that the business has yet to confirm is concluded by that, maybe just before the start: infinity.
create function internal.early_start_before(appointment public.appointments) returns timestamptz
language plpgsql stable set search_path = '' as $$
declare
  zone constant text := (select location.time_zone from public.locations location where location.id = appointment.location_id);
  concluded timestamptz;
begin
  if appointment.source = 'admin' or appointment.total_cents = 0 or not (internal.legal_flags(appointment.id)).withdrawal then return null; end if;
  if appointment.contact_name = '' then
    if exists (select from public.holds hold where hold.id = appointment.id and internal.asks_first(hold)) then return 'infinity'; end if;
    concluded := internal.present();
  elsif appointment.state = 'requested' then
    return 'infinity';
  else
    concluded := internal.concluded_at(appointment);
  end if;
  return internal.withdrawal_ends(concluded, zone);
end $$;

-- The hash to keep with an appointment that is to begin at `p_starts_at`: null when nothing has to be demanded, or it was before.
-- Null for `p_hash` comes from programs of 0.1.0, which ask nobody and sign no visitor: until 0.3 that is taken, and nothing is kept. So
-- it is of the server's own work. Error: early_start_missing, also for words that are not the newest.
create function internal.demanded_early_start(appointment public.appointments, p_starts_at timestamptz, p_hash text) returns text
language plpgsql stable set search_path = '' as $$
declare
  caller internal.visitor;
begin
  if coalesce(p_starts_at >= internal.early_start_before(appointment), true)
    or exists (select from public.early_starts demanded where demanded.appointment_id = appointment.id) then
    return null;
  end if;
  if p_hash is null then
    caller := internal.visitor();
    if current_setting('role') in ('none', 'service_role') or not (caller.unlimited or caller.address is not null) then return null; end if;
  end if;
  if p_hash is distinct from (internal.current_text('early_start')).hash then perform internal.fail('early_start_missing'); end if;
  return p_hash;
end $$;

-- For `get_booking`: {text, hash, before, agreed_at}, before null: any start. What was agreed, with its own words and no hash; else what
-- a start would need; null when that is nothing.
create function internal.early_start_json(appointment public.appointments) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  before timestamptz;
  newest public.consent_texts;
  agreed jsonb;
begin
  select jsonb_build_object('text', worded.text, 'hash', null, 'before', null, 'agreed_at', demanded.agreed_at) into agreed
  from public.early_starts demanded join public.consent_texts worded on worded.hash = demanded.text_hash
  where demanded.appointment_id = appointment.id;
  if agreed is not null or not (appointment.contact_name = '' or appointment.state in ('requested', 'confirmed')) then return agreed; end if;
  before := internal.early_start_before(appointment);
  if before is null then return null; end if;
  newest := internal.current_text('early_start');
  return jsonb_build_object('text', newest.text, 'hash', newest.hash, 'before', nullif(before, 'infinity'), 'agreed_at', null);
end $$;

grant execute on function internal.hash_of_text to service_role;
