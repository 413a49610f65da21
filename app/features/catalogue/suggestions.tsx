export type Suggestions = { what: string[]; where: string[] }

/** The lists behind the fields "Was" and "Wo"; the browser offers them while typing, with and without JavaScript. */
export function SuggestionLists({ suggestions }: { suggestions: Suggestions }) {
	return (
		<>
			<datalist id="was-liste" dangerouslySetInnerHTML={{ __html: options(suggestions.what) }} />
			<datalist id="wo-liste" dangerouslySetInnerHTML={{ __html: options(suggestions.where) }} />
		</>
	)
}

// One string instead of 250 elements: this stands on the busiest pages. The names come from the reference tables.
function options(names: string[]): string {
	return names.map((name) => `<option value="${name.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">`).join('')
}
