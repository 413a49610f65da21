import { Form } from 'react-router'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

/** `undo`: the rows for which the action can be taken back, by which intent, and what else is sent for that. */
export type BulkOutcome = {
	kind: 'success' | 'warning' | 'danger'
	message: string
	at: number
	undo?: { ids: string[]; intent: string; fields?: Record<string, string> }
}

/** What became of an action on several rows, with the button that takes it back. @param action address of the list */
export function BulkOutcomeNotice({ outcome, action }: { outcome: BulkOutcome; action: string }) {
	const { kind, message, undo } = outcome
	return (
		<Notice kind={kind} role="status">
			<p>{message}</p>
			{undo ? (
				<Form method="post" action={action} preventScrollReset>
					{undo.ids.map((id) => (
						<input key={id} type="hidden" name="ids" value={id} />
					))}
					{Object.entries(undo.fields ?? {}).map(([name, value]) => (
						<input key={name} type="hidden" name={name} value={value} />
					))}
					<Button kind="secondary" name="intent" value={undo.intent}>
						Rückgängig
					</Button>
				</Form>
			) : null}
		</Notice>
	)
}
