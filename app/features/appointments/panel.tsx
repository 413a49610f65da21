import type { ReactNode } from 'react'
import { ButtonLink } from '#app/ui/button.tsx'
import { type DetailData, Detail } from './detail.tsx'
import type { Outcome } from './appointments.commands.server.ts'
import styles from './detail.module.css'
import { EditForm, type Answered } from './edit-form.tsx'
import { laterOf } from './actions.tsx'
import { customerName } from './appointment.ts'

type Props = {
	data: DetailData
	outcome?: Outcome
	answered?: Answered
	/** The way back to the list or the calendar. */
	close: ReactNode
	/** Address of the appointment without its form. */
	shown: string
}

/** An appointment as it stands, or the form that changes it. */
export function AppointmentPanel({ data, outcome, answered, close, shown }: Props) {
	if (!data.edit) return <Detail data={data} outcome={outcome} close={close} />
	return (
		<article className={styles.detail} aria-labelledby="termin-name">
			<header className={styles.head}>
				<h1 id="termin-name" className={styles.name} tabIndex={-1}>
					{customerName(data.appointment)} bearbeiten
				</h1>
				<span className={styles.ways}>
					<ButtonLink to={shown} kind="plain" preventScrollReset>
						Abbrechen
					</ButtonLink>
				</span>
			</header>
			<EditForm data={data.edit} answered={answered} later={laterOf(data)} />
		</article>
	)
}
