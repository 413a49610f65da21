import type { Sql } from 'postgres'

/** Calls a verb as this account, by default with the second factor shown. */
export async function callAs<T = unknown>(
	sql: Sql,
	user: string,
	verb: string,
	args: Record<string, unknown> = {},
	aal = 'aal2',
): Promise<T> {
	const answer = await sql.begin(async (own) => {
		const claims = JSON.stringify({ role: 'authenticated', sub: user, aal })
		await own`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`
		const keys = Object.keys(args)
		const list = keys.map((key, index) => `p_${key} => $${index + 1}`).join(', ')
		const rows = await own.unsafe(`select public.${verb}(${list}) as answer`, keys.map((key) => args[key]) as never[])
		return rows[0]?.answer as unknown
	})
	return answer as T
}
