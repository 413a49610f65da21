-- A link to a booking for others: when, what and where, and nothing that changes it. Neither the customer's name nor how they are reached, and no price. One
-- link at a time: a new one replaces it, and the customer can take it back.

create table public.appointment_shares (
  appointment_id uuid primary key references public.appointments on delete cascade,
  secret_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index appointment_shares_expiry on public.appointment_shares (expires_at);
alter table public.appointment_shares enable row level security;
grant all on public.appointment_shares to service_role;

-- By the customer. `p_secret_hash`: of a fresh secret, in hex. It opens the booking until 30 days after its end. Errors: appointment_not_found, secret_invalid.
create function public.share_booking(p_appointment uuid, p_secret_hash text, p_secret text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  visit public.appointments;
begin
  select * into visit from public.appointments where id = p_appointment for key share;
  if visit.id is null or not internal.is_customer(visit, p_secret) then perform internal.fail('appointment_not_found'); end if;
  if coalesce(p_secret_hash, '') !~ '^[0-9a-f]{64}$' then perform internal.fail('secret_invalid'); end if;
  insert into public.appointment_shares values (visit.id, decode(p_secret_hash, 'hex'), internal.present(), visit.ends_at + interval '30 days')
  on conflict (appointment_id) do update set secret_hash = excluded.secret_hash, created_at = excluded.created_at, expires_at = excluded.expires_at;
end $$;

-- Takes the link back; the same again changes nothing. Error: appointment_not_found.
create function public.unshare_booking(p_appointment uuid, p_secret text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  visit constant public.appointments := (select one from public.appointments one where one.id = p_appointment);
begin
  if visit.id is null or not internal.is_customer(visit, p_secret) then perform internal.fail('appointment_not_found'); end if;
  delete from public.appointment_shares where appointment_id = visit.id;
end $$;

-- What the link shows; under § 203 StGB not what for. Error: appointment_not_found, also with a wrong secret.
create function public.shared_booking(p_appointment uuid, p_secret text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  visit public.appointments;
begin
  select one.* into visit from public.appointments one join public.appointment_shares share on share.appointment_id = one.id
  where one.id = p_appointment and share.secret_hash = sha256(convert_to(p_secret, 'UTF8')) and share.expires_at > internal.present();
  if visit.id is null then perform internal.fail('appointment_not_found'); end if;
  return (
    select jsonb_build_object('id', visit.id, 'state', visit.state, 'starts_at', visit.starts_at, 'ends_at', visit.ends_at, 'sequence', visit.sequence,
      'services', (select coalesce(jsonb_agg(jsonb_build_object('name', case when not flags.secret then line.service_name end, 'employee', employee.name,
          'starts_at', line.starts_at) order by line."position"), '[]')
        from public.appointment_lines line join public.employees employee on employee.id = line.employee_id where line.appointment_id = visit.id),
      'location', jsonb_build_object('slug', place.slug, 'name', place.name, 'street', place.street, 'postal_code', place.postal_code, 'city', place.city,
        'phone', place.phone, 'email', place.email, 'time_zone', place.time_zone, 'latitude', place.latitude, 'longitude', place.longitude,
        'published', internal.is_published(place.id)))
    from public.locations place cross join internal.legal_flags(visit.id) flags where place.id = visit.location_id);
end $$;

grant execute on function public.share_booking, public.unshare_booking, public.shared_booking to anon, authenticated;
