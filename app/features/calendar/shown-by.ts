/** What the calendar beside a panel shows, from the panel's address; the day and the person of what is entered there are `am` and `bei`. */
export function shownBy({ searchParams }: URL): Record<'tag' | 'ansicht' | 'person', string | undefined> {
	const [tag, ansicht, person] = ['tag', 'ansicht', 'person'].map((name) => searchParams.get(name) ?? undefined)
	return { tag, ansicht, person }
}
