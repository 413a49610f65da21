import { adminPaths } from '#app/lib/admin-paths.ts'
import styles from './report-files.module.css'
import { type Span, SUBJECTS } from './reports.ts'

/** Links to the sums of a span as files. */
export function ReportFiles({ span }: { span: Span }) {
	return (
		<section aria-labelledby="report-files" className={styles.files}>
			<h2 id="report-files">Als Datei</h2>
			<p>Termine, Minuten und Terminwert dieser {span} Tage nach Monaten, als CSV für die Tabellenkalkulation.</p>
			<ul>
				{Object.entries(SUBJECTS).map(([subject, name]) => (
					<li key={subject}>
						<a href={adminPaths.reportsFile({ zeitraum: String(span), nach: subject })} download>
							je {name}
						</a>
					</li>
				))}
			</ul>
		</section>
	)
}
