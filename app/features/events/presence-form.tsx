import { Form, useNavigation } from 'react-router'
import type { State } from '#app/features/appointments/appointment.ts'
import { type BulkOutcome, BulkOutcomeNotice } from '#app/ui/bulk-outcome.tsx'
import { Button } from '#app/ui/button.tsx'
import styles from './event.module.css'
import type { Participant } from './events.queries.server.ts'
import { PRESENCES } from './presence.ts'

/** One press says whether somebody came; pressing it again takes that back. It stays enabled, so that the keyboard stays on it. */
export function Presence({ id, name, state }: { id: string; name: string; state: State }) {
	return (
		<Form method="post" preventScrollReset className={styles.presence}>
			<input type="hidden" name="intent" value="presence" />
			<input type="hidden" name="ids" value={id} />
			<input type="hidden" name="stand" value={state} />
			{Object.entries(PRESENCES).map(([result, words]) => (
				<Button
					key={result}
					kind={state === result ? 'primary' : 'secondary'}
					name="war"
					value={state === result ? 'confirmed' : result}
					aria-pressed={state === result}
					aria-label={`${words}: ${name}`}
				>
					{words}
				</Button>
			))}
		</Form>
	)
}

type Props = { participants: Participant[]; outcome?: BulkOutcome; action: string }

/** Says of everybody about whom nothing was said yet that they came; and what became of the last press. @param action address of the page */
export function AllCame({ participants, outcome, action }: Props) {
	const busy = useNavigation().state !== 'idle'
	const open = participants.filter(({ state }) => state === 'confirmed')
	// A single one shows at its row what became of it, and is taken back there.
	const plain = outcome?.kind === 'success' && (outcome.undo?.ids.length ?? 1) === 1
	return (
		<div className={styles.all}>
			<p role="status" className="visually-hidden">
				{plain ? outcome.message : ''}
			</p>
			{outcome && !plain ? <BulkOutcomeNotice key={outcome.at} {...{ outcome, action }} /> : null}
			{open.length > 1 ? (
				<Form method="post" preventScrollReset>
					<input type="hidden" name="intent" value="presence" />
					<input type="hidden" name="war" value="completed" />
					<input type="hidden" name="stand" value="confirmed" />
					{open.map(({ id }) => (
						<input key={id} type="hidden" name="ids" value={id} />
					))}
					<Button kind="secondary" disabled={busy}>
						Alle {open.length} offenen als wahrgenommen vermerken
					</Button>
				</Form>
			) : null}
		</div>
	)
}
