import { Form } from 'react-router'
import { formatDate } from '#app/lib/dates.ts'
import type { FormReply } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { FormMessage, Panel } from '#app/ui/form-parts.tsx'
import panel from '#app/ui/panel.module.css'
import type { CustomerPage } from './customers.queries.server.ts'

type Props = { merges: CustomerPage['customer']['merges']; reply?: FormReply; zone: string }

/** What was merged into a card lately; the latest can be taken back. */
export function MergesPanel({ merges, reply, zone }: Props) {
	const [latest] = merges
	if (!latest) return null
	return (
		<Panel title="Zusammengeführt">
			<FormMessage reply={reply} />
			<ul className={panel.list}>
				{merges.map(({ id, name, at, who, until }) => (
					<li key={id} className={panel.words}>
						<span>Mit „{name}“</span>
						<span className={panel.soft}>
							{formatDate(at, zone)} von {who || 'gelöschtem Konto'} · rückgängig bis {formatDate(until, zone)}
						</span>
					</li>
				))}
			</ul>
			<Form method="post">
				<input type="hidden" name="id" value={latest.id} />
				<Button name="intent" value="unmerge" kind="secondary">
					{merges.length > 1 ? `„${latest.name}“ wieder trennen` : 'Rückgängig machen'}
				</Button>
			</Form>
		</Panel>
	)
}
