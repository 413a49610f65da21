import { useSearchParams } from 'react-router'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { Outcome } from './appointments.commands.server.ts'
import styles from './actions.module.css'
import { FreeTimes } from './free-times.tsx'

type Props = Pick<Outcome, 'message' | 'wish'> & { next: NonNullable<Outcome['next']>; busy: boolean }

/** In the form of a move: what speaks against the time, the next free times, and a button to move it all the same if nothing is booked then. */
export function RefusedMove({ message, wish, next, busy }: Props) {
	return (
		<Notice kind="warning" title={wish ? 'Diese Zeit ist ungewöhnlich.' : 'Diese Zeit ist belegt.'}>
			<p>{message}</p>
			{next.length > 0 ? <FreeTimes legend="Nächste freie Zeiten" times={next} /> : null}
			{wish ? (
				<Button kind="secondary" name="trotzdem" value={wish} disabled={busy}>
					Trotzdem verschieben
				</Button>
			) : null}
		</Notice>
	)
}

/** In the form of a move: somebody else has moved it since. Theirs stays, or this move counts all the same. */
export function MovedMeanwhile({ message, busy }: { message: string; busy: boolean }) {
	const [query] = useSearchParams()
	return (
		<Notice kind="warning" title="Inzwischen verschoben">
			<p>{message}</p>
			<p className={styles.choices}>
				<ButtonLink to={`?${query}`} kind="secondary" preventScrollReset>
					So lassen
				</ButtonLink>
				<Button kind="secondary" disabled={busy}>
					Trotzdem verschieben
				</Button>
			</p>
		</Notice>
	)
}
