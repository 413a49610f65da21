-- A mail to the business about an appointment goes to the address that the business gives for itself, or to that of a member's account: a copy that they
-- have chosen (45_notices), or because nothing more fits into the business's own (20_mail_limits). That of an account is private: besides
-- the member only managers read it, as they do in the list of members.

-- Notes the member. Locked, because the message refers to the membership.
create function internal.note_copy() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select member.user_id into new.user_id
  from public.appointments visit join public.locations place on place.id = visit.location_id join public.companies company on company.id = place.company_id
  join public.members member on member.company_id = company.id join auth.users account on account.id = member.user_id
  where visit.id = new.appointment_id and company.id = new.company_id and lower(account.email) = lower(new.recipient)
    and lower(coalesce(nullif(place.email, ''), company.email)) <> lower(new.recipient)
  limit 1 for key share of member;
  return new;
end $$;
create trigger note_copy before insert on public.messages for each row
  when (new.audience = 'business' and new.appointment_id is not null) execute function internal.note_copy();

revoke execute on function internal.note_copy from public;
