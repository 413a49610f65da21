import { Form, Link } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { formatDate, formatTime, HOME_ZONE } from '#app/lib/dates.ts'
import { errorMessage } from '#app/lib/errors.ts'
import type { FormReply } from '#app/lib/form.ts'
import { formatNumber } from '#app/lib/numbers.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { FormMessage, Panel } from '#app/ui/form-parts.tsx'
import panel from '#app/ui/panel.module.css'
import { TextField } from '#app/ui/text-field.tsx'
import { ToldProgress } from '#app/ui/told-progress.tsx'
import { useProgress } from '#app/ui/use-progress.ts'
import type { Transfer } from './transfers.queries.server.ts'
import styles from './transfers.module.css'

const PAUSE_MS = 2000

const isUnderway = ({ state }: Transfer): boolean => state === 'waiting' || state === 'running'

/** Everything of the business as a file: ordering it, how far it is, and the files that are there. */
export function ExportPanel({ transfers, reply }: { transfers: Transfer[]; reply?: FormReply }) {
	const underway = transfers.some(isUnderway)
	const exports = transfers.filter(({ direction }) => direction === 'export')
	useProgress(underway, PAUSE_MS)
	return (
		<Panel title="Alles mitnehmen">
			<p className={panel.soft}>
				Eine Datei mit allem: Standorte, Team, Leistungen, Kund:innen, Termine samt Verlauf, Kurse, Nachrichten,
				Bewertungen und Bilder. Dieselbe Datei lässt sich in ein leeres Unternehmen einlesen, hier oder in einer anderen
				Installation von Zeitplatz; nur Bewertungen bleiben dabei zurück, denn sie gelten für Besuche, die hier gebucht
				wurden.
			</p>
			<p className={panel.soft}>
				Sie enthält auch Gesundheitsangaben. Nur Inhaber:innen können sie abrufen, sieben Tage lang.
			</p>
			<FormMessage reply={reply} />
			<Form method="post">
				<Button name="intent" value="export" disabled={underway}>
					Datei vorbereiten
				</Button>
			</Form>
			<Told transfer={exports[0]} />
			{exports.length > 0 ? (
				<ul className={panel.list}>
					{exports.map((transfer) => (
						<TransferRow key={transfer.id} {...transfer} />
					))}
				</ul>
			) : (
				<p className={styles.none}>Noch keine Datei.</p>
			)}
		</Panel>
	)
}

type ImportProps = { transfers: Transfer[]; empty: boolean; reply?: FormReply }

/** The way back in, for a company that has nothing yet. */
export function ImportPanel({ transfers, empty, reply }: ImportProps) {
	const imports = transfers.filter(({ direction }) => direction === 'import')
	const underway = transfers.some(isUnderway)
	return (
		<Panel title="Daten übernehmen">
			{empty && !underway ? (
				<Form method="post" encType="multipart/form-data" className={panel.form} noValidate>
					<FormMessage reply={reply} />
					<TextField
						{...{ id: 'file', name: 'file', type: 'file', accept: '.zip,application/zip' }}
						label="Datei aus „Alles mitnehmen“"
						hint="Höchstens 1 GB. Standorte kommen als Entwurf, und niemand bekommt eine Nachricht."
						error={reply?.error?.file?.[0]}
					/>
					<Button name="intent" value="import" kind="secondary">
						Übernehmen
					</Button>
				</Form>
			) : underway ? null : (
				<p className={panel.soft}>
					Das geht nur in ein leeres Unternehmen, ohne Standorte und Kund:innen, damit sich nichts vermischt.{' '}
					<Link to={adminPaths.newCompany()}>Neues Unternehmen anlegen</Link>
				</p>
			)}
			<Told transfer={imports[0]} />
			{imports.length > 0 ? (
				<ul className={panel.list}>
					{imports.map((transfer) => (
						<TransferRow key={transfer.id} {...transfer} />
					))}
				</ul>
			) : null}
		</Panel>
	)
}

const TOLD = {
	export: {
		underway: 'Die Datei wird vorbereitet',
		done: 'Die Datei ist fertig',
		failed: 'Die Datei ist nicht fertig geworden',
	},
	import: {
		underway: 'Die Daten werden übernommen',
		done: 'Die Daten sind übernommen',
		failed: 'Die Daten sind nicht übernommen',
	},
}

/** What has become of the latest one, for listeners. */
function Told({ transfer }: { transfer?: Transfer }) {
	if (!transfer) return null
	const { direction, state, done_rows: done, all_rows: most } = transfer
	const underway = isUnderway(transfer)
	const what = TOLD[direction][underway ? 'underway' : state === 'done' ? 'done' : 'failed']
	return <ToldProgress what={what} {...(underway && most ? { done, most } : {})} />
}

function TransferRow(transfer: Transfer) {
	const { id, direction, state, asked_at, asked_by, bytes, expires_at } = transfer
	return (
		<li className={styles.transfer}>
			<span className={panel.words}>
				<span>
					{formatDate(asked_at, HOME_ZONE)}, {formatTime(asked_at, HOME_ZONE)} Uhr, {asked_by}
				</span>
				<Outcome {...transfer} />
			</span>
			{direction === 'export' && state === 'done' && expires_at ? (
				<a href={adminPaths.transferFile(id)} download className={styles.file}>
					Herunterladen ({sizeText(bytes ?? 0)})
				</a>
			) : null}
		</li>
	)
}

function Outcome({ direction, state, done_rows, all_rows, fault, expires_at }: Transfer) {
	if (state === 'failed') return <span className={styles.fault}>{errorMessage({ code: fault })}</span>
	if (state === 'done')
		return (
			<span className={panel.soft}>
				{direction === 'import'
					? `${formatNumber(done_rows)} Datensätze übernommen`
					: `${formatNumber(done_rows)} Datensätze${expires_at ? `, abrufbar bis ${formatDate(expires_at, HOME_ZONE)}` : ''}`}
			</span>
		)
	return (
		<span className={panel.line}>
			<Badge kind="waiting">{state === 'waiting' ? 'Beginnt gleich' : 'Läuft'}</Badge>
			{all_rows ? (
				<>
					<progress value={done_rows} max={all_rows} aria-label="Fortschritt" />
					<span className={panel.soft}>
						{formatNumber(done_rows)} von {formatNumber(all_rows)}
					</span>
				</>
			) : null}
		</span>
	)
}

const UNITS = ['B', 'KB', 'MB', 'GB']

/** A size in bytes in German words, for example 3,4 MB. */
function sizeText(bytes: number): string {
	const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3))
	return `${(bytes / 1000 ** step).toLocaleString('de-DE', { maximumFractionDigits: 1 })} ${UNITS[step]}`
}
