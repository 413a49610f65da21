-- Renames a kind of resources at a location: its resources and the services that need it, in one step. A kind that is there already
-- takes them in. With the rights of the caller, for managers and owners. Error: location_not_found.
create function public.rename_resource_kind(p_location uuid, p_from text, p_to text) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  perform internal.check_manages(p_location);
  update public.resources set kind = btrim(p_to) where location_id = p_location and kind = p_from;
  update public.services set resource_kind = btrim(p_to) where location_id = p_location and resource_kind = p_from;
end $$;

grant execute on function public.rename_resource_kind to authenticated;
