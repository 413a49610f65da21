-- Mails about an account that its owner must see: a sign-in from a device not seen before, another password. Triggers on the auth
-- service's tables, so that no way of signing in is missed.

-- Devices that an account was used from: the browser's description of itself without its versions, which change every few weeks.
create table internal.known_devices (
  user_id uuid not null references auth.users on delete cascade,
  device text not null check (length(device) <= 1000),
  first_seen_at timestamptz not null default now(),
  primary key (user_id, device)
);
alter table internal.known_devices enable row level security;

-- Orders a mail to the account's own address; without a confirmed one, and once the account is deleted, there is nobody to tell.
create function internal.mail_account(p_user uuid, p_kind text, p_more jsonb default '{}') returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.messages (kind, audience, recipient, payload, next_attempt_at)
  select p_kind, 'customer', account.email,
    jsonb_build_object('name', coalesce(profile.name, ''), 'at', internal.present()) || p_more, internal.present()
  from auth.users account left join public.profiles profile on profile.id = account.id
  where account.id = p_user and account.email_confirmed_at is not null and coalesce(account.email, '') <> '' and account.deleted_at is null;
end $$;

-- The first device of an account is no news: its owner has just registered.
create function internal.notice_sign_in() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  described constant text := left(regexp_replace(coalesce(new.user_agent, ''), '[0-9][0-9._]*', '', 'g'), 1000);
  others boolean;
begin
  others := exists (select from internal.known_devices where user_id = new.user_id);
  insert into internal.known_devices (user_id, device) values (new.user_id, described) on conflict do nothing;
  if found and others then
    perform internal.mail_account(new.user_id, 'account_new_sign_in', jsonb_build_object('user_agent', left(coalesce(new.user_agent, ''), 1000)));
  end if;
  return null;
end $$;
create trigger notice_sign_in after insert on auth.sessions for each row execute function internal.notice_sign_in();

create function internal.notice_new_password() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform internal.mail_account(new.id, 'account_password_changed');
  return null;
end $$;
create trigger notice_new_password after update of encrypted_password on auth.users for each row
  when (coalesce(old.encrypted_password, '') <> '' and new.encrypted_password is distinct from old.encrypted_password)
  execute function internal.notice_new_password();
