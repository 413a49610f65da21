import { Notice } from '#app/ui/notice.tsx'
import styles from './event.module.css'
import type { SeriesPreview } from './series.server.ts'

/** The dates of a series, each with what speaks against it; nothing is made that is not ticked here. */
export function SeriesDates({ preview }: { preview: SeriesPreview }) {
	const against = preview.dates.filter((one) => one.against).length
	return (
		<fieldset className={styles.dates}>
			<legend>Termine der Serie</legend>
			<input type="hidden" name="of" value={preview.of} />
			<Notice kind={preview.message || against > 0 ? 'warning' : 'info'} role="status">
				<p>
					{preview.message ??
						(against > 0
							? `An ${against === 1 ? 'einem Tag' : `${against} Tagen`} spricht etwas dagegen. Bitte prüfen Sie die Auswahl.`
							: 'Nichts spricht dagegen. Bitte bestätigen Sie die Auswahl.')}
				</p>
			</Notice>
			<ul>
				{preview.dates.map(({ date, label, against: words, possible, ticked }) => (
					<li key={date}>
						<label>
							<input type="checkbox" name="date" value={date} defaultChecked={ticked} disabled={!possible} />
							<span>
								{label}
								{words ? <span className={styles.soft}>{words}</span> : null}
							</span>
						</label>
					</li>
				))}
			</ul>
		</fieldset>
	)
}
