import { Form, Link } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { fieldOf, type FormReply, tickOf } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { CheckField } from '#app/ui/check-field.tsx'
import { FormMessage, Panel } from '#app/ui/form-parts.tsx'
import { Notice } from '#app/ui/notice.tsx'
import panel from '#app/ui/panel.module.css'
import { TextField } from '#app/ui/text-field.tsx'

type Props = { name: string; coming: number; untold: number; reply?: FormReply }

/** Closing the company: what it means, whom it concerns, and the form that asks for its name. */
export function ClosingPanel({ name, coming, untold, reply }: Props) {
	return (
		<Panel title="Was dann geschieht">
			<ul className={panel.soft}>
				<li>Ihre Seiten verschwinden sofort; niemand kann mehr buchen. Wer auf einen Platz wartet, erfährt es.</li>
				<li>
					14 Tage lang können Sie <Link to={adminPaths.transfer()}>Ihre Daten mitnehmen</Link> oder wieder öffnen.
				</li>
				<li>
					Danach löschen wir alles: Standorte, Team, Kund:innen, Termine, Nachrichten, Bewertungen und Bilder. Was Sie
					selbst aufbewahren müssen, nehmen Sie bitte vorher mit.
				</li>
				<li>Wir behalten nur den Nachweis, wer unsere Verträge wann angenommen hat.</li>
				<li>Die Konten der Mitglieder bleiben; sie gehören den Personen selbst.</li>
			</ul>
			<Form method="post" className={panel.form} noValidate>
				<FormMessage reply={reply} />
				{coming > 0 ? (
					<div className={panel.full}>
						<CheckField
							id="cancel"
							name="cancel"
							checked={tickOf(reply, 'cancel')}
							error={fieldOf(reply, 'cancel').error}
						>
							{coming === 1 ? 'Den kommenden Termin' : `Alle ${coming} kommenden Termine`} absagen;{' '}
							{untold < coming
								? 'wer uns eine E-Mail-Adresse angegeben hat, bekommt eine Absage'
								: 'niemand bekommt eine E-Mail'}
						</CheckField>
						{untold > 0 ? (
							<p>
								{untold === 1 ? 'Einmal geht' : `${untold}-mal geht`} keine E-Mail hinaus, weil keine Adresse bekannt
								ist oder der Standort nicht veröffentlicht ist. Bitte rufen Sie diese Kund:innen vorher an; sie stehen
								unter <Link to={adminPaths.appointments()}>Termine</Link>.
							</p>
						) : null}
					</div>
				) : null}
				<TextField
					{...fieldOf(reply, 'name')}
					label={`Zur Sicherheit: Name des Unternehmens (${name})`}
					maxLength={120}
					autoComplete="off"
				/>
				<Button kind="danger" name="intent" value="close">
					Unternehmen schließen
				</Button>
			</Form>
		</Panel>
	)
}

/** A closed company until its data go: taking them along, and opening it again. `due` is the day of deletion, `over`: it has begun. */
export function ClosedPanel({ due, over, reply }: { due: string; over: boolean; reply?: FormReply }) {
	if (over) {
		return (
			<Panel title="Geschlossen">
				<FormMessage reply={reply} />
				<p>Die Frist ist vorbei. Wir löschen gerade alle Daten.</p>
			</Panel>
		)
	}
	return (
		<Panel title="Geschlossen">
			<p>
				Am {due} löschen wir alle Daten. Wenn Sie wieder öffnen, bleiben Ihre Standorte pausiert, bis Sie sie neu
				veröffentlichen; abgesagte Termine bleiben abgesagt.
			</p>
			<FormMessage reply={reply} />
			<Form method="post" className={panel.line}>
				<Button name="intent" value="reopen">
					Wieder öffnen
				</Button>
				<Link to={adminPaths.transfer()}>Daten mitnehmen</Link>
			</Form>
		</Panel>
	)
}

/** On every page of the admin area of a closed company; only owners can do something about it. */
export function ClosedNotice({ due, owner }: { due: string; owner: boolean }) {
	return (
		<Notice title="Dieses Unternehmen ist geschlossen">
			<p>
				Am {due} löschen wir alle Daten. Bis dahin{' '}
				{owner ? (
					<>
						können Sie sie <Link to={adminPaths.transfer()}>mitnehmen</Link> oder{' '}
						<Link to={adminPaths.close()}>wieder öffnen</Link>.
					</>
				) : (
					'können Inhaber:innen sie mitnehmen oder wieder öffnen.'
				)}
			</p>
		</Notice>
	)
}
