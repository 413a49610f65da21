import type { Sql } from 'postgres'

/** TypeScript: what members may do in each state of an appointment, from `internal.transitions`. */
export async function generateActions(sql: Sql): Promise<string> {
	const states = await sql<{ state: string; verbs: string[] }[]>`
		select each.state::text, array(
			select step.verb from internal.transitions step
			where step.from_state = each.state and step.actor = 'business' order by step.verb collate "C") as verbs
		from unnest(enum_range(null::public.appointment_state)) each (state)`
	const lines = states.map(({ state, verbs }) => `\t${state}: [${verbs.map((verb) => `'${verb}'`).join(', ')}],\n`)
	return `/** What members may do in each state, deadlines aside. */\nexport const MEMBER_ACTIONS = {\n${lines.join('')}} as const\n`
}

/** The document with its table made anew from `internal.transitions`. */
export async function generateStatesTable(sql: Sql, document: string): Promise<string> {
	const steps = await sql<
		{ verb: string; from: string; by: string; to: string; frees: boolean; message: string | null }[]
	>`
		select verb, from_state::text as from, actor::text as by, to_state::text as to, frees, message
		from internal.transitions order by verb collate "C", from_state::text collate "C", actor::text collate "C"`
	const rows = steps.map(({ verb, from, by, to, frees, message }) =>
		['', verb, from, by, to, frees ? 'yes' : '', message ?? '', ''].join(' | ').replaceAll('  ', ' ').trim(),
	)
	return document.replace(/(?<=^\|---.*\n)(?:\|.*\n?)*/m, `${rows.join('\n')}\n`)
}
