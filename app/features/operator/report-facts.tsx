import { Link } from 'react-router'
import { monthText } from '#app/features/content-reports/targets.ts'
import { DECISION_GROUNDS, MEASURES, timeOf } from '#app/features/decisions/words.ts'
import { operatorPaths } from '#app/lib/operator-paths.ts'
import { Facts } from '#app/ui/facts.tsx'
import { Panel } from '#app/ui/form-parts.tsx'
import { Picture } from '#app/ui/picture.tsx'
import styles from './frame.module.css'
import type { ReportDetail } from './operator.contracts.ts'

/** What stands on pages that operators do not open. */
const CLOSED: ReadonlySet<string> = new Set(['order', 'offer', 'message', 'company'])

/** What was reported, and why; for an appeal, against what. */
export function ReportFacts({ report }: { report: ReportDetail }) {
	const { image, earlier, company, kind, now, shown } = report
	return (
		<>
			<Panel title="Gemeldet">
				<Facts
					facts={[
						['Eingegangen', timeOf(report.reported_at)],
						['Grund', DECISION_GROUNDS[report.ground] ?? ''],
						[earlier ? 'Beschwerde' : 'Beschreibung', report.explanation],
						['Belegter Besuch', report.visit ? monthText(report.visit) : ''],
						['Weitere offene Meldungen dazu', report.others > 0 ? String(report.others) : ''],
					]}
				/>
			</Panel>
			<Panel title="Was da stand">
				{image ? <Picture picture={image} box="small" /> : null}
				<blockquote className={styles.quote}>{shown || 'Kein Text.'}</blockquote>
				{now === shown ? null : now === null ? (
					<p>Heute steht dort nichts mehr.</p>
				) : (
					<>
						<p>Heute steht dort:</p>
						<blockquote className={styles.quote}>{now}</blockquote>
					</>
				)}
				<p className={styles.links}>
					{CLOSED.has(kind) ? null : <a href={report.url}>Zur Seite</a>}
					{company ? <Link to={operatorPaths.company(company)}>Zum Unternehmen</Link> : null}
				</p>
			</Panel>
			{earlier ? (
				<Panel title="Wogegen sich die Beschwerde richtet">
					<Facts
						facts={[
							['Entschieden', `${MEASURES[earlier.measure]}, ${timeOf(earlier.told_at)}`],
							['Tatsachen', earlier.facts],
							['Rechtsgrundlage', earlier.basis],
							['Beschwert hat sich', earlier.party === 'author' ? 'wer betroffen ist' : 'wer gemeldet hat'],
						]}
					/>
				</Panel>
			) : null}
		</>
	)
}
