import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Tick } from '#app/ui/form-parts.tsx'
import { Failure, Notice } from '#app/ui/notice.tsx'
import styles from './own-data.module.css'
import type { OwnData } from './own-data.contracts.ts'

type Props = { data: OwnData; missing?: string }

/** What is erased at once, what the businesses decide, what stays and why, and the button. */
export function EraseForm({ data, missing }: Props) {
	const { businesses, search_orders: orders, tickets, withdrawals, consents, content_reports: reports } = data
	const waits = businesses.flatMap((business) => business.waits).length
	const asked = businesses.filter(({ askable }) => askable)
	const coming = businesses.filter(({ coming: count }) => count > 0)
	const proofs =
		withdrawals.length +
		consents.length +
		businesses.flatMap(({ appointments }) => appointments).filter(({ early_start }) => early_start).length
	return (
		<section aria-labelledby="loeschen">
			<h2 id="loeschen">Löschen lassen</h2>
			{coming.length > 0 ? (
				<Notice kind="warning" title="Sie haben noch Termine.">
					<p>
						Bitte sagen Sie sie zuerst ab, mit dem Link in Ihrer Bestätigung:{' '}
						{coming.map(({ name }) => name).join(', ')}. Vorher kann das Unternehmen nicht löschen.
					</p>
				</Notice>
			) : null}
			<ul>
				<li>
					<strong>Sofort:</strong>{' '}
					{waits + orders.length + tickets.length === 0
						? 'nichts.'
						: [
								waits > 0 ? `Ihre Plätze auf Wartelisten (${waits})` : '',
								orders.length > 0 ? `Ihre Suchaufträge (${orders.length})` : '',
								tickets.length > 0 ? `Ihre Nachrichten an uns (${tickets.length})` : '',
							]
								.filter(Boolean)
								.join(', ')
								.concat('.')}
				</li>
				{asked.length > 0 ? (
					<li>
						<strong>Entscheidet das Unternehmen innerhalb eines Monats:</strong> Kundenkarte, Notizen und der Name an
						vergangenen Terminen bei {asked.map(({ name }) => name).join(', ')}. Sie hören per E-Mail davon.
					</li>
				) : null}
				<li>
					<strong>Bleibt ohne Ihren Namen:</strong> Leistung, Zeit und Preis vergangener Termine, weil sie zur
					Buchführung der Unternehmen gehören (§ 147 AO).
				</li>
				{proofs > 0 ? (
					<li>
						<strong>Bleibt bis drei Jahre nach dem Ende des Jahres:</strong> Erklärungen zum Widerruf, zum vorzeitigen
						Beginn und zur Werbung ({proofs}), als Nachweis (Art. 17 Abs. 3 lit. e DSGVO).
					</li>
				) : null}
				{reports.length > 0 ? (
					<li>
						<strong>Bleibt bis ein Jahr nach dem Eingang:</strong> was Sie gemeldet haben ({reports.length}), als
						Nachweis, wie wir damit umgegangen sind.
					</li>
				) : null}
			</ul>
			<Form method="post" className={styles.form} preventScrollReset>
				<Failure message={missing} />
				<Tick name="sure" value="on" label="Ja, meine Daten sollen gelöscht werden." />
				<Button kind="danger" name="intent" value="erase">
					Löschung verlangen
				</Button>
			</Form>
		</section>
	)
}
