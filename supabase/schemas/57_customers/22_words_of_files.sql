-- What a business writes in a customer's file besides how the person is reached, for whoever must not see that (20_companies/20_rights): addresses, numbers
-- and birthday stay as they are. Whoever sees them changes the row itself.

-- Answers whether the file was still the one that was read. Errors: customer_not_found, and those of the table.
create function public.change_customer_words(
  p_company uuid, p_customer uuid, p_version timestamptz, p_name text, p_note text, p_tags text[], p_blocked boolean)
returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform internal.own_customer(p_company, p_customer);
  update public.customers set name = p_name, note = coalesce(p_note, ''), tags = coalesce(p_tags, '{}'), blocked = coalesce(p_blocked, false)
  where id = p_customer and company_id = p_company and updated_at = p_version;
  return found;
end $$;

revoke execute on function public.change_customer_words from public;
grant execute on function public.change_customer_words to authenticated;
