import { useState } from 'react'
import { followingLabel } from '#app/features/appointments/series.ts'
import { Tick } from '#app/ui/form-parts.tsx'
import { Notice } from '#app/ui/notice.tsx'
import panel from '#app/ui/panel.module.css'
import { takesFocus } from '#app/ui/use-answer-focus.ts'
import styles from './event.module.css'
import { type FollowingQuestion, LEFT_OUT, SEEN_LATER, seenText, type Sibling } from './following.ts'

type Props = { later: Sibling[]; question?: FollowingQuestion; ticked: boolean }

/** Whether a change is for the later ones of the series as well, and what speaks against single ones. */
export function FollowingFields({ later, question, ticked }: Props) {
	// What the page showed when it was opened, whatever others have changed since.
	const [seen] = useState(() => seenText(later))
	if (later.length === 0) return null
	return (
		<div className={panel.full}>
			<input type="hidden" name={SEEN_LATER} value={question?.seen ?? seen} />
			<Tick name="folgende" value="ja" label={followingLabel(later.length)} checked={ticked} />
			<p className={styles.soft}>
				Die folgenden bekommen nur, was Sie hier ändern, und rücken um ebenso viele Tage. Alles andere behalten sie.
			</p>
			{question ? <Question question={question} /> : null}
		</div>
	)
}

function Question({ question: { dates, left } }: { question: FollowingQuestion }) {
	const asked = new Set(dates.map(({ id }) => id))
	return (
		<fieldset className={styles.dates} {...takesFocus}>
			<legend className="visually-hidden">Was dagegen spricht</legend>
			{left
				.filter((id) => !asked.has(id))
				.map((id) => (
					<input key={id} type="hidden" name={LEFT_OUT} value={id} />
				))}
			<Notice kind="warning" role="alert" title="Noch ist nichts geändert.">
				<p>
					{dates.length === 1
						? 'An einem Tag spricht etwas dagegen.'
						: `An ${dates.length} Tagen spricht etwas dagegen.`}{' '}
					Bitte entscheiden Sie, was ausgelassen wird, und speichern Sie noch einmal.
				</p>
			</Notice>
			<ul>
				{dates.map(({ id, label, sentences, leave }) => (
					<li key={id}>
						<label>
							<input type="checkbox" name={LEFT_OUT} value={id} defaultChecked={leave} />
							<span>
								{label} auslassen
								{sentences.map((sentence) => (
									<span key={sentence} className={styles.soft}>
										{sentence}
									</span>
								))}
							</span>
						</label>
					</li>
				))}
			</ul>
		</fieldset>
	)
}
