import type { Sql } from 'postgres'

/** Writes the contents of `internal.transitions` for each state of an appointment as TypeScript. */
export async function generateStates(sql: Sql): Promise<string> {
	const states = await sql<{ state: string; verbs: string[]; booked: boolean; open: boolean }[]>`
		select each.state::text,
			array(select verb from internal.transitions where from_state = each.state and actor = 'business' order by verb collate "C") as verbs,
			exists (select from internal.transitions where from_state = each.state)
				and not exists (select from internal.transitions where to_state = each.state and frees) as booked,
			exists (select from internal.transitions where from_state = each.state and actor = 'customer' and verb = 'cancel') as open
		from unnest(enum_range(null::public.appointment_state)) each (state)`
	const needs = await sql<{ verb: string; needs: string }[]>`
		select distinct verb, needs::text from internal.transitions where needs is not null order by 1`
	const list = (names: string[]): string => `[${names.map((name) => `'${name}'`).join(', ')}]`
	/** As the formatter has it: one line, if it fits. */
	const those = (head: string, mark: 'booked' | 'open'): string => {
		const names = states.filter((one) => one[mark]).map(({ state }) => state)
		const line = `${head}${list(names)}`
		return line.length <= 120 ? line : `${head}[\n${names.map((name) => `\t'${name}',\n`).join('')}]`
	}
	return `import type { Enums } from '#app/database.types.ts'

/** What members may do in each state, deadlines aside. */
export const MEMBER_ACTIONS = {
${states.map(({ state, verbs }) => `\t${state}: ${list(verbs)},\n`).join('')}} as const

/** The right that a member needs for an action; others need none. */
export const ACTION_RIGHTS: Partial<Record<string, Enums<'member_right'>>> = {
${needs.map(({ verb, needs }) => `\t${verb}: '${needs}',\n`).join('')}}

/** States in which the visit takes place, took place or should have. */
${those("export const BOOKED: readonly Enums<'appointment_state'>[] = ", 'booked')}

/** States in which the visit is still to come: the customer may cancel. */
${those("export const OPEN: readonly Enums<'appointment_state'>[] = ", 'open')}
`
}

/** The document with its table rewritten from `internal.transitions`. */
export async function generateStatesTable(sql: Sql, document: string): Promise<string> {
	const steps = await sql<
		{
			verb: string
			from: string
			by: string
			to: string
			frees: boolean
			message: string | null
			needs: string | null
		}[]
	>`
		select verb, from_state::text as from, actor::text as by, to_state::text as to, frees, message, needs::text
		from internal.transitions order by verb collate "C", from_state::text collate "C", actor::text collate "C"`
	const rows = steps.map(({ verb, from, by, to, frees, message, needs }) =>
		['', verb, from, by, to, frees ? 'yes' : '', message ?? '', needs ?? '', '']
			.join(' | ')
			.replaceAll('  ', ' ')
			.trim(),
	)
	return document.replace(/(?<=^\|---.*\n)(?:\|.*\n?)*/m, `${rows.join('\n')}\n`)
}
