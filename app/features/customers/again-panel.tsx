import { Form, useNavigation } from 'react-router'
import type { FormReply } from '#app/lib/form.ts'
import { EnterAppointment } from '#app/ui/enter-appointment.tsx'
import { ChipButton } from '#app/ui/chip.tsx'
import { FormMessage, Panel } from '#app/ui/form-parts.tsx'
import type { Again } from './again.server.ts'
import styles from './customer.module.css'

type Props = { customer: string; again: Again; mails: boolean; reply?: FormReply }

/** What the customer had last, and times at which one press books it again. */
export function AgainPanel({ customer, again, mails, reply }: Props) {
	const busy = useNavigation().state !== 'idle'
	return (
		<Panel title="Wie letztes Mal">
			<FormMessage reply={reply} />
			<p className={styles.again}>
				{again.services} {again.person ? `bei ${again.person}` : 'bei wem gerade frei ist'}
			</p>
			{again.free.length > 0 ? (
				<>
					<div className={styles.chips}>
						{again.free.map(({ start, label, key }, index) => (
							<Form key={start} method="post" preventScrollReset>
								<input type="hidden" name="intent" value="again" />
								<input type="hidden" name="id" value={again.visit} />
								<input type="hidden" name="key" value={key} />
								{again.person ? null : <input type="hidden" name="with" value="anyone" />}
								<ChipButton name="start" value={start} kind={index === 0 ? 'free' : 'quiet'} disabled={busy}>
									<span className="visually-hidden">Eintragen: </span>
									{label}
								</ChipButton>
							</Form>
						))}
					</div>
					<p className={styles.below}>
						Ein Druck trägt den Termin ein{mails ? ' und schickt die Bestätigung per E-Mail' : ''}.
					</p>
				</>
			) : (
				<p className={styles.below}>Dafür ist zurzeit keine Zeit frei.</p>
			)}
			<EnterAppointment query={{ kunde: customer }} kind="plain">
				Andere Zeit wählen
			</EnterAppointment>
		</Panel>
	)
}
