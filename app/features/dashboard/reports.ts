/** Days that reports look back. */
export const SPANS = [30, 90, 365] as const
export type Span = (typeof SPANS)[number]

/** Reads the span of an address; anything else is 30 days. */
export function readSpan(query: URLSearchParams): Span {
	return SPANS.find((days) => String(days) === query.get('zeitraum')) ?? 30
}

/** What a file of a report has rows of. */
export const SUBJECTS = { person: 'Person', service: 'Leistung', source: 'Weg' } as const
export type Subject = keyof typeof SUBJECTS

/** Reads the subject of an address; anything else is persons. */
export function readSubject(query: URLSearchParams): Subject {
	const asked = query.get('nach')
	return asked === 'service' || asked === 'source' ? asked : 'person'
}
