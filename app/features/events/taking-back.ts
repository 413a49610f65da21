import { changedSinceText } from '#app/lib/following.ts'

/** In the address of a course: so many were just changed, or cancelled. */
export const STEPS = { geaendert: 'changed', abgesagt: 'cancelled' } as const
export type Step = { kind: (typeof STEPS)[keyof typeof STEPS]; count: number }

/** What was just done to a course, by its address; undefined for nothing. */
export function stepOf(query: URLSearchParams): Step | undefined {
	for (const [name, kind] of Object.entries(STEPS)) {
		const count = Number(query.get(name))
		if (Number.isInteger(count) && count > 0) return { kind, count }
	}
	return undefined
}

export const changedText = (count: number): string =>
	count === 1 ? 'Der Kurs ist geändert.' : `${count} Kurse der Serie sind geändert.`

export const cancelledText = (count: number, told: boolean): string =>
	`${count === 1 ? 'Der Kurs ist abgesagt.' : `${count} Kurse der Serie sind abgesagt.`}${told ? ' Die E-Mails darüber gehen gleich hinaus.' : ''}`

export const takenBackText = (restored: number, left: number): string =>
	`${restored === 1 ? 'Der Kurs ist wieder wie zuvor.' : `${restored} Kurse der Serie sind wieder wie zuvor.`}${changedSinceText(left, 'geändert')}`
