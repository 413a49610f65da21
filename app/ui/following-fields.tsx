import { useState } from 'react'
import {
	ASKED_ABOUT,
	FOLLOWING,
	followingLabel,
	type FollowingQuestion,
	LEFT_OUT,
	questionText,
	SEEN_LATER,
	seenText,
} from '#app/lib/following.ts'
import styles from './following-fields.module.css'
import { Tick } from './form-parts.tsx'
import { Notice } from './notice.tsx'
import { takesFocus } from './use-answer-focus.ts'

type Props = {
	later: { id: string; updated_at: string }[]
	question?: FollowingQuestion
	ticked: boolean
	hint?: string
}

/** In the form of one of a series: whether it is for the later ones as well, and what speaks against single ones. Its key is `question?.seen`. */
export function FollowingFields({ later, question, ticked, hint }: Props) {
	// What the page showed when it was opened, whatever others have changed since.
	const [seen] = useState(() => seenText(later))
	if (later.length === 0) return null
	return (
		<div className={styles.following}>
			<input type="hidden" name={SEEN_LATER} value={question?.seen ?? seen} />
			<Tick name={FOLLOWING} value="ja" label={followingLabel(later.length)} checked={ticked} />
			{hint ? <p className={styles.soft}>{hint}</p> : null}
			{question ? <FollowingDates question={question} nothing="Noch ist nichts geändert." /> : null}
		</div>
	)
}

/** The dates that something speaks against, each to be left out or not. @param nothing what is said first */
export function FollowingDates({ question, nothing }: { question: FollowingQuestion; nothing: string }) {
	const { dates, left, anyway } = question
	const asked = new Set(dates.map(({ id }) => id))
	const hidden = (name: string, ids: string[]) =>
		ids.filter((id) => !asked.has(id)).map((id) => <input key={id} type="hidden" name={name} value={id} />)
	return (
		<fieldset className={styles.dates} {...takesFocus}>
			<legend className="visually-hidden">Was dagegen spricht</legend>
			{hidden(LEFT_OUT, left)}
			{hidden(ASKED_ABOUT, anyway)}
			<Notice kind="warning" role="alert" title={nothing}>
				<p>{questionText(question)}</p>
			</Notice>
			<ul>
				{dates.map(({ id, label, sentences, leave, unusual }) => (
					<li key={id}>
						{unusual ? <input type="hidden" name={ASKED_ABOUT} value={id} /> : null}
						<label>
							<input type="checkbox" name={LEFT_OUT} value={id} defaultChecked={leave} />
							<span>
								{label} auslassen
								{[...sentences, ...(unusual ? ['Ohne Haken gilt es trotzdem.'] : [])].map((sentence) => (
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
