import type { ReactNode } from 'react'
import { Notice } from '#app/ui/notice.tsx'
import styles from './alternatives.module.css'
import type { Time } from './times.ts'

type Props = {
	message: string
	times: Time[]
	/** A time as something to press. */
	chip: (time: Time, label: string) => ReactNode
	/** Whether contact data were typed before, which are kept. */
	typed?: boolean
	children?: ReactNode
}

/** A time is gone: what happened, and the next best ones to take with one click. */
export function Alternatives({ message, times, chip, typed = false, children }: Props) {
	return (
		<div className={styles.alternatives}>
			<Notice kind="warning" title={message} role="alert">
				<p>
					{times.length > 0 ? 'Diese Zeiten sind noch frei:' : 'Bitte wählen Sie einen anderen Tag.'}
					{typed ? ' Ihre Angaben bleiben erhalten.' : ''}
				</p>
				{times.length > 0 ? (
					<ul className={styles.times}>
						{times.map((time) => (
							<li key={`${time.start}${time.employee ?? ''}`}>
								{chip(time, time.employee ? `${time.label}, andere Person` : time.label)}
							</li>
						))}
					</ul>
				) : null}
				{children}
			</Notice>
		</div>
	)
}
