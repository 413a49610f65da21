-- Attempts that pages count and that leave no trace of their own: wrong passwords, sign-ups, mails asked for. All processes share the
-- counts of the mail limits; the numbers are the server's (server/limits.ts), which knows what a page is.

-- Counts an attempt; false when there were more than `p_most` since the window of `p_seconds` began. A key may begin with an address: of
-- IPv6 the /64 counts. It is stored as a hash.
create function public.count_attempt(p_limit text, p_key text, p_most integer, p_seconds integer) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  key text := p_key;
begin
  if p_key like '%:%' then
    begin
      key := network(set_masklen(split_part(p_key, ' ', 1)::inet, 64))::text || substr(p_key, strpos(p_key || ' ', ' '));
    exception when invalid_text_representation or invalid_parameter_value then
      -- No address: it counts as it is.
    end;
  end if;
  return internal.spend(array[
    row('attempts of ' || p_limit || ' ' || encode(sha256(convert_to(key, 'UTF8')), 'hex'), p_most, p_seconds)::internal.budget]) is null;
end $$;

grant execute on function public.count_attempt to service_role;
