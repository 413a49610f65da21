import { data } from 'react-router'
import type { z } from 'zod'
import { HOME_ZONE, momentText } from '#app/lib/dates.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { parseForm } from '#app/lib/parse-form.ts'
import { type Result, nameOf, submit } from './commands.server.ts'
import { mergeEdit, theirsOf, type Typed } from './edit.ts'

export type Stored = {
	/** What the form would hold now. */
	typed: Typed
	/** What saving must find unchanged: `updated_at`. */
	version: string
}

type Edit<Schema extends z.ZodType> = {
	schema: Schema
	/** Address of the page. */
	back: string
	/** The names of fields as the form shows them. */
	labels: Record<string, string>
	/** Fields whose text says nothing to people: ids, colours. */
	unspoken?: string[]
	/** A stored text in the words of the page. */
	words?: (name: string, text: string) => string | undefined
	load: () => Promise<Stored>
	/** Who has stored what is stored now, and when, where that is known; otherwise the version may be an instant. */
	last?: () => Promise<{ by: string; at: string | null }>
	/** The zone in which that is told; else that of the platform. */
	zone?: string
	/** Saves if the version is still stored. @returns null when it is not. */
	save: (value: z.output<Schema>, version: string, form: FormData) => Promise<Result | null>
}

const ATTEMPTS = 3

/**
 * Like `submit`, for a form that shows stored data: what others have stored since stays wherever the person has changed nothing, and where
 * both have changed the same the answer says what is stored now. What was typed stays; each field then asks which of the two is to hold, and saving once more stores that.
 */
export async function submitEdit<Schema extends z.ZodType>(form: FormData, edit: Edit<Schema>) {
	let last: string | undefined
	for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
		const { typed, version } = await edit.load()
		const merged = mergeEdit(form, typed)
		if (merged.conflicts.length > 0) return conflictReply(merged.form, edit, { typed, version }, merged.conflicts)
		// Nobody has saved in between, yet nothing was changed: the row is not the caller's to change.
		if (version === last) return submit(form, edit.schema, edit.back, async () => ({ error: { code: 'not_allowed' } }))
		last = version
		let outdated = false
		const answer = await submit(merged.form, edit.schema, edit.back, async (value) => {
			const result = await edit.save(value, version, merged.form)
			outdated = result === null
			return result ?? { error: { code: 'edited_meanwhile' } }
		})
		if (!outdated) return answer
	}
	return submit(form, edit.schema, edit.back, async () => ({ error: { code: 'edited_meanwhile' } }))
}

async function conflictReply<Schema extends z.ZodType>(
	form: FormData,
	edit: Edit<Schema>,
	now: Stored,
	names: string[],
) {
	const { schema, labels, unspoken = [], words } = edit
	const parts = names.map((name) => ({
		name,
		label: labels[name] ?? name,
		text: unspoken.includes(name) ? '' : quoted(now.typed[name] ?? '', (text) => words?.(name, text)),
	}))
	const told = parts.map(({ label, text }) => `${label}${text && ` ${text}`}`).join(', ')
	const sentence = `${await whoText(edit, now.version)} Jetzt gespeichert: ${told}.`
	const choices: [string, string[]][] = parts.map(({ name, label, text }) => [theirsOf(name), [label, text]])
	return data(
		{
			form: nameOf(form),
			reply: parseForm(form, { schema }).reply({ formErrors: [sentence], fieldErrors: Object.fromEntries(choices) }),
		},
		{ status: 400 },
	)
}

/** "Anna Löwe hat um 08:51 Uhr gespeichert", as far as that is known, and that nothing typed is lost. */
async function whoText<Schema extends z.ZodType>(
	{ last, zone = HOME_ZONE }: Edit<Schema>,
	version: string,
): Promise<string> {
	const { by, at } = (await last?.()) ?? { by: '', at: /^\d{4}-\d\d-\d\dT/.test(version) ? version : null }
	if (!by && !at) return errorMessage('edited_meanwhile')
	const when = at ? momentText(at, zone, new Date()) : 'inzwischen'
	return `${by || 'Jemand'} hat ${when} gespeichert. Ihre Eingaben stehen noch hier; wählen Sie, was gelten soll, und speichern Sie noch einmal.`
}

const MOST_SHOWN = 120

function quoted(value: string | string[], words: (text: string) => string | undefined): string {
	const text = Array.isArray(value) ? value.map((one) => words(one) ?? one).join(', ') : (words(value) ?? value)
	if (text === '') return '(nichts)'
	return `„${text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text}“`
}
