import { Link } from 'react-router'
import type { LegalText } from '#app/features/legal/withdrawal.ts'
import { FoldedTexts } from '#app/ui/folded-texts.tsx'
import { type Line, Lines } from './lines.tsx'
import type { DueData } from './payment.ts'
import styles from './review.module.css'

/** What is booked, in finished words. */
export type ReviewData = {
	/** The package that the lines were sold as. */
	packageName: string | null
	lines: Line[]
	when: string
	business: string
	address: string
	legalName: string
	/** Address of the business's imprint. */
	imprint: string
	total: string
	tax: string
	policy: string
	/** Set when something is paid online. */
	payment?: DueData
	/** Set when the business confirms by hand. */
	byHand: boolean
	/** Set when the contract can be withdrawn from. */
	withdrawal?: LegalText[]
}

/** Everything that § 312j BGB requires directly above the final button. */
export function Review(props: ReviewData) {
	const { lines, when, business, address, legalName, imprint, total, tax, policy, byHand, withdrawal, payment } = props
	return (
		<section aria-labelledby="review" className={styles.review}>
			<h2 id="review">Bitte prüfen Sie Ihre Buchung</h2>
			<dl className={styles.facts}>
				<div>
					<dt>{lines.length === 1 ? 'Leistung' : 'Leistungen'}</dt>
					<dd>
						<Lines lines={lines} packageName={props.packageName} />
					</dd>
				</div>
				<div>
					<dt>Zeit</dt>
					<dd>{when}</dd>
				</div>
				<div>
					<dt>Betrieb</dt>
					<dd>
						{business}
						<span className={styles.soft}>{address}</span>
						<Link to={imprint} target="_blank" rel="noopener" className={styles.imprint}>
							Impressum von {legalName}
							<span className="visually-hidden"> (öffnet in einem neuen Fenster)</span>
						</Link>
					</dd>
				</div>
				<div>
					<dt>Absagen</dt>
					<dd>{policy}</dd>
				</div>
				<div className={styles.total}>
					<dt>Gesamtpreis</dt>
					<dd>
						<strong>{total}</strong> <span className={styles.tax}>{payment ? tax : `${tax}, Zahlung vor Ort`}</span>
					</dd>
				</div>
				{payment ? <Due {...payment} /> : null}
			</dl>
			{payment?.words.map((sentence) => (
				<p key={sentence} className={styles.hand}>
					{sentence}
				</p>
			))}
			{byHand ? (
				<p className={styles.hand}>
					Dieser Betrieb bestätigt Ihren Termin von Hand. Bis dahin ist die Zeit für Sie frei gehalten, und Sie können
					jederzeit absagen.
				</p>
			) : null}
			{withdrawal ? <FoldedTexts texts={withdrawal} /> : null}
		</section>
	)
}

/** What is paid now and what at the visit, as rows of the list of facts. */
function Due({ label, now, later }: DueData) {
	return (
		<>
			<div>
				<dt>{label}</dt>
				<dd>
					<strong>{now}</strong>
				</dd>
			</div>
			{later ? (
				<div>
					<dt>Vor Ort</dt>
					<dd>{later}</dd>
				</div>
			) : null}
		</>
	)
}
