import { Form } from 'react-router'
import { proofOf } from '#app/features/billing/words.ts'
import { timeOf } from '#app/features/decisions/words.ts'
import { dateText } from '#app/lib/calendar-date.ts'
import { formatPrice } from '#app/lib/money.ts'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { Panel } from '#app/ui/form-parts.tsx'
import { Failure, Notice } from '#app/ui/notice.tsx'
import panel from '#app/ui/panel.module.css'
import items from '#app/ui/rows.module.css'
import { TextField } from '#app/ui/text-field.tsx'
import type { Refused } from './decide-form.tsx'
import type { Imported, Money } from './money.contracts.ts'
import { MoneyStep } from './money-step.tsx'
import { alertDetail, alertText } from './money-words.ts'

type Answer = { answer?: Refused }

/** What differs or has to be looked at; nothing is good. */
export function Alerts({ alerts, decides, answer }: Answer & { alerts: Money['alerts']; decides: boolean }) {
	return (
		<Panel title="Abgleich und Auffälligkeiten">
			<p className={panel.soft}>Jede Nacht werden Zahlungen, Rechnungen und Geldbuch miteinander verglichen.</p>
			{alerts.length > 0 ? (
				<ul className={items.rows}>
					{alerts.map(({ id, kind, at, detail }) => (
						<li key={id}>
							<strong>{alertText(kind)}</strong>
							<p className={items.soft}>{[timeOf(at), alertDetail(detail)].filter(Boolean).join('. ')}</p>
							{decides ? (
								<MoneyStep
									id={String(id)}
									name={alertText(kind)}
									label="Erledigen"
									hint="Was dahinter steckte. Steht im Protokoll."
									steps={[{ intent: 'alert', label: 'Als erledigt eintragen' }]}
									answer={answer}
								/>
							) : null}
						</li>
					))}
				</ul>
			) : (
				<EmptyState icon="done" what="Alles stimmt überein." />
			)}
		</Panel>
	)
}

type TransferProps = Answer & {
	transfers: Money['transfers']
	decides: boolean
	imported?: Imported
}

/** What arrived at the bank: the statement to read in, and what nobody has matched yet. */
export function Transfers({ transfers, decides, answer, imported }: TransferProps) {
	return (
		<Panel title="Geldeingänge">
			{decides ? (
				<Form method="post" noValidate encType="multipart/form-data" className={panel.form}>
					{answer?.form === 'import' ? <Failure message={answer.message} /> : null}
					{imported ? (
						<Notice kind="success" role="status">
							<p>
								{imported.new} neu, davon {imported.matched} einer Rechnung zugeordnet; {imported.known} waren schon
								bekannt.
							</p>
						</Notice>
					) : null}
					<TextField
						label="Kontoauszug"
						hint="CAMT (XML) oder CSV Ihrer Bank. Zeilen, die es schon gibt, zählen nicht doppelt."
						name="file"
						type="file"
						accept=".xml,.csv,.txt"
					/>
					<Button name="intent" value="import">
						Einlesen
					</Button>
				</Form>
			) : null}
			{transfers.length > 0 ? (
				<>
					<h3 className={panel.sub}>Ohne Rechnung</h3>
					<ul className={items.rows}>
						{transfers.map((line) => (
							<li key={line.id}>
								<div className={items.head}>
									<strong>
										{line.payer || 'Ohne Namen'}, {dateText(line.booked_on)}
									</strong>
									<span className={items.amount}>{formatPrice(line.cents)}</span>
								</div>
								{line.text ? <p className={items.soft}>{line.text}</p> : null}
								{decides ? (
									<MoneyStep
										id={line.id}
										name={line.payer}
										label="Zuordnen"
										hint="Steht im Protokoll."
										steps={[{ intent: 'match', label: 'Eintragen' }]}
										answer={answer}
									>
										<TextField
											id={`number-${line.id}`}
											label="Rechnungsnummer"
											hint="Leer: gehört zu keiner Rechnung."
											name="number"
											optional
											maxLength={40}
											defaultValue={answer?.form === line.id ? answer.typed.number : undefined}
										/>
									</MoneyStep>
								) : null}
							</li>
						))}
					</ul>
				</>
			) : (
				<div className={panel.sub}>
					<EmptyState icon="done" what="Alle Geldeingänge sind zugeordnet." />
				</div>
			)}
		</Panel>
	)
}

/** Objections that the customer file could not answer by itself. */
export function Objections({
	objections,
	judges,
	answer,
}: Answer & { objections: Money['objections']; judges: boolean }) {
	return (
		<Panel title="Einsprüche gegen Provisionen">
			{objections.length > 0 ? (
				<ul className={items.rows}>
					{objections.map((one) => (
						<li key={one.id}>
							<div className={items.head}>
								<strong>
									{one.company}, Besuch vom {dateText(one.day)}
								</strong>
								<span className={items.amount}>{formatPrice(one.fee_cents)}</span>
							</div>
							<p>{one.objection}</p>
							<Facts facts={[['Eingegangen', timeOf(one.objected_at)], ...proofOf(one.evidence)]} />
							{judges ? (
								<MoneyStep
									id={one.id}
									name={one.company}
									label="Entscheiden"
									hint="Steht im Protokoll und geht an die Inhaber:innen."
									steps={[
										{ intent: 'grant', label: 'Stattgeben' },
										{ intent: 'reject', label: 'Zurückweisen', kind: 'danger' },
									]}
									answer={answer}
								/>
							) : null}
						</li>
					))}
				</ul>
			) : (
				<EmptyState icon="done" what="Kein Einspruch ist offen." />
			)}
		</Panel>
	)
}

/** Companies that cannot be billed, or that are larger than what they pay for. */
export function Waiting({ missing, teams }: Pick<Money, 'missing' | 'teams'>) {
	if (missing.length + teams.length === 0) return null
	return (
		<Panel title="Was auf Unternehmen wartet">
			{missing.length > 0 ? (
				<ul className={items.rows}>
					{missing.map(({ company, months }, index) => (
						<li key={`m${index}${company}`}>
							<strong>{company}</strong>: Für {months === 1 ? 'einen Monat' : `${months} Monate`} fehlen die Angaben für
							eine Rechnung.
						</li>
					))}
				</ul>
			) : null}
			{teams.length > 0 ? (
				<details>
					<summary>{teams.length < 50 ? teams.length : 'Mindestens 50'} Teams ohne Plan</summary>
					<ul className={items.rows}>
						{teams.map(({ company, people }, index) => (
							<li key={`${index}${company}`}>
								<strong>{company}</strong>: {people} Personen
							</li>
						))}
					</ul>
				</details>
			) : null}
		</Panel>
	)
}

/** Revenue by the year, with the thresholds of § 19 UStG where they count. */
export function Revenue({ money: { years, limits, small_business } }: { money: Money }) {
	return (
		<Panel title="Umsatz ohne Umsatzsteuer">
			<Facts facts={years.map(({ year, cents }) => [String(year), formatPrice(cents)])} />
			<p className={panel.soft}>
				{small_business
					? `Kleinunternehmer nach § 19 UStG: höchstens ${formatPrice(limits.last_year_cents)} im Vorjahr und ${formatPrice(limits.this_year_cents)} im laufenden Jahr. Bei 80 % kommt eine Auffälligkeit. Gezählt wird nur, was hier berechnet wurde.`
					: 'Die Rechnungen weisen Umsatzsteuer aus.'}
			</p>
		</Panel>
	)
}
