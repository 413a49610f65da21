import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { Notice } from '#app/ui/notice.tsx'
import styles from './alternatives.module.css'
import { TimeChip, type TimeChoice } from './time-chip.tsx'
import type { Time } from './times.ts'

type Props = TimeChoice & {
	message: string
	times: Time[]
	/** Where the form around the times is sent to. */
	action?: string
	/** Whether contact data were typed before, which are kept. */
	typed?: boolean
	children?: ReactNode
}

/** A time is gone: what happened, and the next best ones to take with one click. */
export function Alternatives({ message, times, action, typed = false, children, ...choice }: Props) {
	return (
		<div className={styles.alternatives}>
			<Notice kind="warning" title={message} role="alert">
				<p>
					{times.length > 0 ? 'Diese Zeiten sind noch frei:' : 'Bitte wählen Sie eine andere Zeit.'}
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
