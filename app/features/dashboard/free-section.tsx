import { Form } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { Button } from '#app/ui/button.tsx'
import { ChipLink } from '#app/ui/chip.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { EnterAppointment, useEntering } from '#app/ui/enter-appointment.tsx'
import { SelectField } from '#app/ui/text-field.tsx'
import { useGo } from '#app/ui/use-go.ts'
import type { FreeDay } from './free.server.ts'
import styles from './free-section.module.css'

/** More are folded. */
const FIRST = 10

type Props = FreeDay & {
	/** "heute", "am Montag, 1. Dezember" */ when: string
}

/** The free times of a day for one service, each of which opens the form for an appointment at that time. */
export function FreeSection({ services, service, times, day, person, when }: Props) {
	const go = useGo()
	const entering = useEntering()
	const chip = ({ start, wall, time }: FreeDay['times'][number], first: boolean) => (
		<li key={start}>
			<ChipLink
				to={entering({ tag: day, zeit: wall, bei: person, leistung: service })}
				kind={first ? 'free' : 'quiet'}
				className={styles.chip}
			>
				{time}
			</ChipLink>
		</li>
	)
	return (
		<section className={styles.section} aria-labelledby="frei">
			<h2 id="frei">Freie Zeiten {when}</h2>
			<Form method="get" action={adminPaths.dashboard()} preventScrollReset className={styles.choice}>
				<SelectField
					label="Leistung"
					name="leistung"
					key={service}
					defaultValue={service}
					required={false}
					onChange={({ currentTarget: choice }) => {
						if (!go(`${adminPaths.dashboard()}?leistung=${choice.value}`, { preventScrollReset: true, replace: true }))
							choice.value = service
					}}
				>
					{services.map(({ id, name }) => (
						<option key={id} value={id}>
							{name}
						</option>
					))}
				</SelectField>
				<noscript>
					<Button kind="secondary">Zeigen</Button>
				</noscript>
			</Form>
			{times.length === 0 ? (
				<EmptyState
					icon="calendar"
					what={`Dafür ist ${when} nichts mehr frei.`}
					how="Wählen Sie eine andere Leistung, oder tragen Sie den Termin an einem anderen Tag ein."
					action={<EnterAppointment kind="secondary" query={{ leistung: service }} />}
				/>
			) : (
				<ul className={styles.chips}>{times.slice(0, FIRST).map((one, index) => chip(one, index === 0))}</ul>
			)}
			{times.length > FIRST ? (
				<details className={styles.more}>
					<summary>Alle {times.length} Zeiten</summary>
					<ul className={styles.chips}>{times.slice(FIRST).map((one) => chip(one, false))}</ul>
				</details>
			) : null}
		</section>
	)
}
