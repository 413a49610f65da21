/** Days that reports look back. */
export const SPANS = [30, 90, 365] as const
export type Span = (typeof SPANS)[number]

/** Reads the span of an address; anything else is 30 days. */
export function readSpan(query: URLSearchParams): Span {
	return SPANS.find((days) => String(days) === query.get('zeitraum')) ?? 30
}
