import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { BulkOutcome } from './appointments.commands.server.ts'

/** What became of an action on several appointments, with the button that takes it back. @param action address of the list */
export function BulkOutcomeNotice({
	outcome: { kind, message, undo = [] },
	action,
}: {
	outcome: BulkOutcome
	action: string
}) {
	return (
		<Notice kind={kind} role="status">
			<p>{message}</p>
			{undo.length > 0 ? (
				<Form method="post" action={action} preventScrollReset>
					{undo.map((id) => (
						<input key={id} type="hidden" name="ids" value={id} />
					))}
					<Button kind="secondary" name="intent" value="undo">
						Rückgängig
					</Button>
				</Form>
			) : null}
		</Notice>
	)
}
