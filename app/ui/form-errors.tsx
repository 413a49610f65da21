import { takesFocus } from './use-answer-focus.ts'
import { Notice } from './notice.tsx'
import styles from './form-errors.module.css'

export type Fault = { /** Id of the field. */ field: string; message: string }

/** The errors of a long form, shown above it, each a link to its field; nothing when there are none. */
export function FormErrors({ faults }: { faults: Fault[] }) {
	if (faults.length === 0) return null
	const title =
		faults.length === 1 ? 'Eine Angabe fehlt oder stimmt nicht' : `${faults.length} Angaben fehlen oder stimmen nicht`
	return (
		<Notice kind="danger" title={title}>
			<ul className={styles.faults} {...takesFocus}>
				{faults.map(({ field, message }) => (
					<li key={field}>
						<a href={`#${field}`}>{message}</a>
					</li>
				))}
			</ul>
		</Notice>
	)
}
