-- Texts that a business begins its offers with. Members who may enter appointments read and write those of their company.

create table public.offer_templates (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies on delete cascade,
  name text not null check (length(btrim(name)) >= 1 and length(name) <= 60),
  text text not null check (length(btrim(text)) >= 1 and length(text) <= 1000),
  created_at timestamptz not null default now(),
  unique (company_id, name)
);

alter table public.offer_templates enable row level security;
create policy members_read on public.offer_templates for select to authenticated
  using (company_id = any(array(select internal.companies_with('book'))));
grant select on public.offer_templates to authenticated;
grant all on public.offer_templates to service_role;

-- Makes a template, or changes the one with this id, and answers its id.
-- Errors: company_not_found, not_allowed, template_not_found, name_missing, template_name_too_long, template_name_taken, text_missing, text_too_long, too_many_templates (30).
create function public.save_offer_template(p_company uuid, p_name text, p_text text, p_template uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  label constant text := btrim(regexp_replace(coalesce(p_name, ''), '[[:cntrl:][:space:]]+', ' ', 'g'));
  words constant text := btrim(coalesce(p_text, ''), E' \t\r\n');
  made uuid;
begin
  if internal.role_in(p_company) is null then perform internal.fail('company_not_found'); end if;
  if p_company not in (select internal.companies_with('book')) then perform internal.fail('not_allowed'); end if;
  perform from public.companies where id = p_company for no key update;
  if p_template is not null and not exists (select from public.offer_templates one where one.id = p_template and one.company_id = p_company) then
    perform internal.fail('template_not_found');
  end if;
  if label = '' then perform internal.fail('name_missing'); end if;
  if length(label) > 60 then perform internal.fail('template_name_too_long'); end if;
  if words = '' then perform internal.fail('text_missing'); end if;
  if length(words) > 1000 then perform internal.fail('text_too_long'); end if;
  if exists (select from public.offer_templates one where one.company_id = p_company and one.name = label
    and one.id is distinct from p_template) then
    perform internal.fail('template_name_taken');
  end if;
  if p_template is not null then
    update public.offer_templates one set name = label, text = words where one.id = p_template returning one.id into made;
    return made;
  end if;
  if (select count(*) from public.offer_templates one where one.company_id = p_company) >= 30 then perform internal.fail('too_many_templates'); end if;
  insert into public.offer_templates (company_id, name, text) values (p_company, label, words) returning id into made;
  return made;
end $$;

-- Deletes a template; one that is gone answers the same.
create function public.delete_offer_template(p_template uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.offer_templates one where one.id = p_template and one.company_id in (select internal.companies_with('book'));
end $$;

grant execute on function public.save_offer_template, public.delete_offer_template to authenticated;
