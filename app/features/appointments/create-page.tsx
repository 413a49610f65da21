import { adminPaths } from '#app/lib/admin-paths.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { useKept } from '#app/ui/use-kept.ts'
import { CreateForm } from './create-form.tsx'
import type { CreateData } from './create-page.server.ts'
import type { CreateState } from './create.server.ts'

/** The form for a new appointment, or what has to be set up first. */
export function CreatePage({ data, answer: latest }: { data: CreateData; answer?: CreateState }) {
	const answer = useKept(latest, `${data.location} ${JSON.stringify(data.given)}`)
	const { people, services, everybody, location, given, drawn, today, zone, key, last, walkIn, chosen } = data
	if (services.length === 0 || people.length === 0)
		return (
			<>
				<p>Für einen Termin brauchen Sie mindestens eine Leistung und eine Person, die sie anbietet.</p>
				<ButtonLink to={adminPaths.services(location)}>Leistung anlegen</ButtonLink>
			</>
		)
	return (
		<>
			{drawn ? <p>Aufgezogen: {drawn} Uhr.</p> : null}
			<CreateForm
				state={answer ?? { values: given, services: chosen, errors: {} }}
				{...{ people, services, everybody, today, zone, last, walkIn }}
				submissionKey={answer?.values.key ?? key}
			/>
		</>
	)
}
