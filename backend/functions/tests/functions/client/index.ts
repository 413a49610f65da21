import { createClient } from 'npm:@supabase/supabase-js@2'

Deno.serve(async (request) => {
	const authorization = request.headers.get('authorization') ?? ''
	const client = createClient(Deno.env.get('SUPABASE_URL') ?? '', Deno.env.get('SUPABASE_ANON_KEY') ?? '', {
		global: { headers: { authorization } },
		auth: { persistSession: false },
	})
	const { data, error } = await client.functions.invoke('hello')
	return Response.json({ data, error })
})
