import { Form } from 'react-router'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { CategoryPicture } from '#app/ui/category-picture.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Panel } from '#app/ui/form-parts.tsx'
import { List } from '#app/ui/list.tsx'
import { Rating } from '#app/ui/rating.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import styles from './dev-kit.module.css'

const ROWS = [
	{ id: 'zeile-1', name: 'Mia Kurz', time: 'Mo., 23. Nov., 9:00' },
	{ id: 'zeile-2', name: 'Özlem Yılmaz', time: 'Mo., 23. Nov., 10:30' },
]
const stateOf = () => <Badge kind="waiting">Anfrage</Badge>

/** Cards with and without a picture, a list, and dialogs. @param fault the error of the last dialog's form */
export function Surfaces({ page, fault }: { page: string; fault?: string }) {
	const picture = <CategoryPicture icon="scissors" hue={210} />
	const rating = <Rating average={4.8} count={132} />
	return (
		<>
			<Panel title="Karten">
				<div className={styles.cards} data-links>
					<Card title="Salon Löwe" href={page} picture={picture} upright corner={rating}>
						Kreuzberg · 2,9 km
					</Card>
					<Card title="Schlicht, mit Stand" href={page} corner={<Badge kind="good">Online</Badge>}>
						Führt zu ihrer Seite.
					</Card>
					<Card title="Hervorgehoben" marked corner={<Badge>Ihre Rolle</Badge>}>
						Führt nirgendwohin.
					</Card>
				</div>
				<div data-links>
					<Card title="Friseur Nguyễn mit einem wirklich langen Namen" href={page} picture={picture} corner={rating}>
						Friedrichshain · 4,3 km
					</Card>
				</div>
			</Panel>
			<Panel title="Liste">
				<List
					label="Beispiele"
					rows={ROWS}
					idOf={({ id }) => id}
					nameOf={({ name }) => name}
					hrefFor={(id) => `${page}?offen=${id}`}
					sorting={{ by: 'name', hrefFor: (by) => `${page}?sortierung=${by}` }}
					action={page}
					columns={[
						{ name: 'name', label: 'Name', place: 'title', sort: 'name', show: ({ name }) => name },
						{ name: 'zeit', label: 'Zeit', place: 'lead', show: ({ time }) => time },
						{ name: 'preis', label: 'Preis', place: 'amount', show: () => '45,00 €' },
						{ name: 'stand', label: 'Stand', place: 'corner', show: stateOf },
					]}
					bulk={<Button kind="secondary">Bestätigen</Button>}
				/>
			</Panel>
			<Panel title="Fragen vor der Seite">
				<div className={styles.line}>
					<Dialog label="Nur lesen" title="Zur Kenntnis">
						<p>Schließt mit Esc, dem Kreuz oder der Zurück-Taste der Tastatur.</p>
					</Dialog>
					<Dialog label="Umbenennen" refused={fault !== undefined}>
						<Form method="post" noValidate preventScrollReset className={styles.stack}>
							<TextField label="Neuer Name" name="title" error={fault} />
							<Button>Speichern</Button>
						</Form>
					</Dialog>
					<Dialog label="Entfernen" title="Nele Neu entfernen?" kind="danger">
						<Form method="post" preventScrollReset>
							<p>Nele Neu sieht ab sofort nichts mehr von diesem Unternehmen.</p>
							<input type="hidden" name="title" value="weg" />
							<Button kind="danger">Nele Neu entfernen</Button>
						</Form>
					</Dialog>
				</div>
			</Panel>
		</>
	)
}
