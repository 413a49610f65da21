-- What somebody asks the operator on the page /contact. Each has a number without gaps within its year (ZP-2026-000123), which the receipt names. People are
-- taken out after a while (20_keeping), the row stays, so that the numbers stay whole.

create type public.ticket_subject as enum ('booking', 'account', 'business', 'order', 'review', 'privacy', 'accessibility', 'other');
create type public.ticket_state as enum ('open', 'answered', 'closed');

create table public.tickets (
  id uuid primary key default gen_random_uuid(),
  number text not null unique check (number ~ '^ZP-[0-9]{4}-[0-9]{6,9}$'),
  subject public.ticket_subject not null,
  text text not null check (length(text) <= 4000),
  name text not null check (length(name) <= 120),
  email text not null check (email = '' or internal.is_address(email)),
  -- Who wrote it, when they were signed in.
  user_id uuid references auth.users on delete set null,
  state public.ticket_state not null default 'open',
  created_at timestamptz not null default now(),
  -- Of the last change of its state.
  moved_at timestamptz not null default now(),
  -- Since when it names nobody any more.
  emptied_at timestamptz
);
create index tickets_state on public.tickets (state, created_at);
create index tickets_address on public.tickets (internal.mailbox(email), created_at) where emptied_at is null;
create index tickets_user on public.tickets (user_id) where user_id is not null;
create index tickets_age on public.tickets (moved_at) where emptied_at is null;
alter table public.tickets enable row level security;
grant all on public.tickets to service_role;

-- How far each year's numbers have come. Locked last, and held until the end of the transaction: a number that is taken is used.
create table internal.ticket_numbers (year smallint primary key, last integer not null);
alter table internal.ticket_numbers enable row level security;

create function internal.next_ticket_number() returns text
language plpgsql set search_path = '' as $$
declare
  this_year constant smallint := extract(year from internal.present() at time zone 'Europe/Berlin');
  taken integer;
begin
  insert into internal.ticket_numbers as counted (year, last) values (this_year, 1)
  on conflict (year) do update set last = counted.last + 1 returning last into taken;
  return 'ZP-' || this_year || '-' || lpad(taken::text, greatest(6, length(taken::text)), '0');
end $$;

-- Writes to the operator and orders the receipt. Answers {number, receipt}: whether a mail is on its way, which an address that may be anybody's
-- gets three times an hour and six a day. The same words again within an hour are the same message. The receipt repeats what was
-- written only to the confirmed address of the account that wrote it: nobody sends their words to others through us.
-- Errors: text_missing, text_too_long, too_many_tickets (five an hour from a place and from an account), those of internal.clean_contact.
create function public.open_ticket(p_subject public.ticket_subject, p_text text, p_name text, p_email text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  caller constant uuid := internal.person();
  visitor constant internal.visitor := internal.visitor();
  typed constant jsonb := internal.clean_contact(jsonb_build_object('name', p_name, 'email', p_email), false);
  address constant text := typed ->> 'email';
  words constant text := btrim(regexp_replace(replace(coalesce(p_text, ''), E'\r\n', E'\n'), '[\u0001-\u0009\u000B-\u001F\u007F]', ' ', 'g'), E' \n');
  own constant boolean := internal.account_of(caller, address) is not null;
  made public.tickets;
  over text;
  mail uuid;
begin
  if words = '' then perform internal.fail('text_missing'); end if;
  if length(words) > 4000 then perform internal.fail('text_too_long'); end if;
  -- Of two at once, for example by a double click, the second finds the first.
  perform pg_advisory_xact_lock(hashtextextended(internal.mailbox(address), 86));
  select * into made from public.tickets earlier
  where internal.mailbox(earlier.email) = internal.mailbox(address) and earlier.text = words and earlier.subject = coalesce(p_subject, 'other')
    and earlier.created_at > present - interval '1 hour' and earlier.emptied_at is null limit 1;
  if made.id is not null then return jsonb_build_object('number', made.number, 'receipt', true); end if;
  if not visitor.unlimited then
    -- "from" comes before "to": a place or account that is over is known whatever else is.
    over := internal.spend(array[
        row('contact from ' || coalesce(visitor.address::text, 'unknown'), case when visitor.address is null then 60 else 5 end, 3600),
        row('contact from ' || visitor.network || ' (network)', 60, 3600)]::internal.budget[]
      || case when caller is not null then array[row('contact from ' || caller, 5, 3600)]::internal.budget[] else '{}' end
      || case when own then '{}' else internal.recipient_budgets(address, 3, 6, 'contact') end);
    if over like 'contact from %' then perform internal.fail('too_many_tickets'); end if;
  end if;
  if over is null then
    insert into public.messages (kind, audience, recipient, payload, next_attempt_at)
    values ('ticket_received', 'customer', address, '{}', present) returning id into mail;
  end if;
  -- The number last: whoever writes at the same time waits for no more than this.
  insert into public.tickets (number, subject, text, name, email, user_id, created_at, moved_at)
  values (internal.next_ticket_number(), coalesce(p_subject, 'other'), words, typed ->> 'name', address, caller, present, present) returning * into made;
  update public.messages set payload = jsonb_build_object('number', made.number, 'subject', made.subject,
    'name', internal.neutral_name(made.name, ''), 'text', case when own then words else '' end)
  where id = mail;
  return jsonb_build_object('number', made.number, 'receipt', mail is not null);
end $$;

revoke execute on function internal.next_ticket_number from public;
grant execute on function public.open_ticket to anon, authenticated;
