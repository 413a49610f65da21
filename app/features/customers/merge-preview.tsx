import { Form, Link } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import type { FormReply } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { FormMessage, Panel } from '#app/ui/form-parts.tsx'
import panel from '#app/ui/panel.module.css'
import { KINDS } from './contacts.ts'
import { MergeSide } from './merge-card.tsx'
import styles from './merge.module.css'
import type { ShownPreview } from './merges.server.ts'

type Props = { preview: ShownPreview; reply?: FormReply; zone: string }

/** Two cards side by side, what becomes of them, and the button. */
export function MergePreview({ preview, reply, zone }: Props) {
	const { kept, gone, result, contacts, appointments, messages, health } = preview
	const moved = [
		appointments === 1 ? '1 Termin' : `${appointments} Termine`,
		messages === 1 ? '1 Nachricht' : `${messages} Nachrichten`,
		...(health ? ['die Angaben zur Gesundheit'] : []),
		'Notiz, Merkmale, weitere Kontaktdaten und Angehörige',
	]
	const both = kept.birthday && gone.birthday && kept.birthday !== gone.birthday
	return (
		<>
			<div className={styles.pair}>
				<MergeSide card={kept} title="Diese Karte bleibt" zone={zone} />
				<MergeSide card={gone} title="Diese Karte geht darin auf" zone={zone} />
			</div>
			<Panel title="Was geschieht">
				<ul className={styles.list}>
					<li>
						Von „{gone.name}“ ziehen um: {moved.join(', ')}.
					</li>
					{contacts.length > 0 ? (
						<li>
							Weiter zu finden, auch beim Buchen, über:{' '}
							{contacts.map(({ kind, text }) => `${text} (${KINDS[kind]})`).join(', ')}.
						</li>
					) : null}
					{result.blocked && !kept.blocked ? <li>Die Karte ist danach für Online-Buchungen gesperrt.</li> : null}
					{both ? <li>Als Geburtstag bleibt der von „{kept.name}“.</li> : null}
					<li>
						30 Tage lang lässt sich das auf der Karte rückgängig machen. Was bis dahin an der Karte geändert wird,
						bleibt dann auf ihr; verschickte E-Mails lassen sich nicht zurückholen.
					</li>
				</ul>
				<Form method="post">
					<FormMessage reply={reply} />
					<div className={panel.line}>
						<Button name="intent" value="merge">
							Zusammenführen
						</Button>
						<Link to={adminPaths.mergeCustomer(gone.id, { mit: kept.id })}>Lieber „{gone.name}“ behalten</Link>
					</div>
				</Form>
			</Panel>
		</>
	)
}
