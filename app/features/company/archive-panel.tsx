import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { FormMessage, Panel, type Refusal, rowReply } from '#app/ui/form-parts.tsx'
import panel from '#app/ui/panel.module.css'

/** Closes a location for good, or brings it back. */
export function ArchivePanel({ archived, refusal }: { archived: boolean; refusal?: Refusal }) {
	return (
		<Panel title={archived ? 'Dieser Standort ist im Archiv' : 'Standort entfernen'}>
			<p className={panel.soft}>
				{archived
					? 'Er steht nicht mehr in der Auswahl. Seine Termine sind noch da, und Sie können ihn jederzeit wiederherstellen.'
					: 'Ein entfernter Standort kommt ins Archiv. Seine Termine bleiben erhalten. Das geht, sobald niemand mehr erwartet wird.'}
			</p>
			<Form method="post" preventScrollReset>
				<FormMessage reply={rowReply(refusal, 'archive', 'restore')} />
				<Button kind={archived ? 'secondary' : 'danger'} name="intent" value={archived ? 'restore' : 'archive'}>
					{archived ? 'Wiederherstellen' : 'Entfernen'}
				</Button>
			</Form>
		</Panel>
	)
}
