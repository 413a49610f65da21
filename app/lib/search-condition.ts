/** A PostgREST `or` condition that finds a text in one of these columns. */
export function searchCondition(text: string, columns: readonly string[]): string {
	const wanted = text
		.replaceAll(/[\\%_*"(),]/g, ' ')
		.trim()
		.replaceAll(/\s+/g, '*')
	return columns.map((column) => `${column}.ilike."*${wanted}*"`).join(',')
}
