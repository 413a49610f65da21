import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { Notice } from '#app/ui/notice.tsx'
import styles from './alternatives.module.css'
import { TimeChip, type TimeChoice } from './time-chip.tsx'
import type { Time } from './times.ts'

type Props = TimeChoice & {
	message: string
	times: Time[]
	/** Address that the form around the times is sent to. */
	action?: string
	/** Whether contact data were typed before; they are kept. */
	typed?: boolean
	/** Whether only waiting helps; then the phone number is offered as well. */
	later?: boolean
	phone?: string
	children?: ReactNode
}

/** A time cannot be had: what happened, and the next best ones to take with one click. */
export function Alternatives({
	message,
	times,
	action,
	typed = false,
	later = false,
	phone,
	children,
	...choice
}: Props) {
	const hint = later
		? phone
			? `Telefonisch erreichen Sie den Betrieb unter ${phone}.`
			: ''
		: 'Bitte wählen Sie eine andere Zeit.'
	return (
		<div className={styles.alternatives}>
			<Notice kind="warning" title={message} role="alert">
				<p>
					{times.length > 0 ? 'Diese Zeiten sind noch frei:' : hint}
					{typed ? ' Ihre Angaben bleiben erhalten.' : ''}
				</p>
				<Form method="post" action={action}>
					<ul className={styles.times}>
						{times.map((time) => (
							<li key={`${time.start}${time.employee ?? ''}`}>
								<TimeChip time={time} label={time.employee ? `${time.label}, andere Person` : time.label} {...choice} />
							</li>
						))}
					</ul>
				</Form>
				{children}
			</Notice>
		</div>
	)
}
