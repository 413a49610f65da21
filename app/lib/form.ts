import type { SubmissionResult } from '@conform-to/react'

/** What an action answers about a form that was not accepted; plain data, no library in the browser. */
export type FormReply = SubmissionResult

/** Name, kept value and error of a field: what was typed wins over what is stored. */
export function fieldOf(reply: FormReply | undefined, name: string, stored = '') {
	const typed = reply?.initialValue?.[name]
	return {
		name,
		error: reply?.error?.[name]?.[0],
		defaultValue: reply ? (typeof typed === 'string' ? typed : '') : stored,
	}
}

/** The ticked values of a group of boxes with one name: what was ticked wins over what is stored. */
export function ticksOf(reply: FormReply | undefined, name: string, stored: string[] = []): string[] {
	if (!reply) return stored
	const typed = reply.initialValue?.[name]
	return (Array.isArray(typed) ? typed : [typed]).filter((value) => typeof value === 'string')
}

/** Whether a box is ticked: what was ticked wins over what is stored. */
export function tickOf(reply: FormReply | undefined, name: string, stored = false): boolean {
	return reply ? reply.initialValue?.[name] === 'on' : stored
}

/** What is wrong with the form as a whole. */
export function formMessage(reply: FormReply | undefined): string | undefined {
	return reply?.error?.['']?.[0]
}

/** The text of a field; empty when it is missing or a file. */
export function textOf(form: FormData, name: string): string {
	const value = form.get(name)
	return typeof value === 'string' ? value : ''
}

/** What the fields begin with that answer whether what somebody else has stored of a field stays (features/shell/edit.ts). */
export const THEIRS = 'theirs-'

/** Conflicts of a form: the field that answers, the name of the field that two have changed, and what is stored in it. */
export function conflictsOf(reply: FormReply | undefined): { name: string; label: string; stored: string }[] {
	return Object.entries(reply?.error ?? {}).flatMap(([name, texts]) =>
		name.startsWith(THEIRS) && texts ? [{ name, label: texts[0] ?? '', stored: texts[1] ?? '' }] : [],
	)
}
