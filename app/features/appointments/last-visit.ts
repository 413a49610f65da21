/** A customer's last visit: the services in order, and the person, if one person did all of them. */
export type LastVisit = { services: { id: string; name: string }[]; person: string; personName: string }

/** "Haarschnitt und Beratung bei Ben" */
export function lastVisitText({ services, personName }: LastVisit): string {
	const names = new Intl.ListFormat('de').format(services.map(({ name }) => name))
	return personName ? `${names} bei ${personName}` : names
}
