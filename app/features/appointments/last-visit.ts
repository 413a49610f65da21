/** What somebody had last: the services in order, and the one person who did all of them, if it was one. */
export type LastVisit = { services: { id: string; name: string }[]; person: string; personName: string }

/** "Haarschnitt und Beratung bei Ben" */
export function lastVisitText({ services, personName }: LastVisit): string {
	const names = new Intl.ListFormat('de').format(services.map(({ name }) => name))
	return personName ? `${names} bei ${personName}` : names
}
