const SHORT = new Intl.DateTimeFormat('de-DE', { timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'numeric' })

/** "Mo., 23.11." for a date (YYYY-MM-DD). */
export function shortDate(date: string): string {
	return SHORT.format(new Date(`${date}T00:00:00Z`))
}
