import { FieldError } from '#app/ui/field-error.tsx'
import { Star } from '#app/ui/rating.tsx'
import styles from './stars-field.module.css'

const WORDS = ['sehr schlecht', 'schlecht', 'in Ordnung', 'gut', 'sehr gut']

/** One to five stars as five choices; a click or the arrow keys choose, without script too. */
export function StarsField({ chosen, error }: { chosen: string; error?: string }) {
	return (
		<fieldset
			className={styles.field}
			role="radiogroup"
			aria-invalid={error ? true : undefined}
			aria-describedby={error ? 'rating-error' : undefined}
		>
			<legend>Wie war es?</legend>
			<div className={styles.stars}>
				{WORDS.map((word, index) => {
					const stars = String(index + 1)
					return (
						<label key={word} className={styles.star}>
							<input type="radio" name="rating" value={stars} defaultChecked={chosen === stars} />
							<Star />
							<span className="visually-hidden">{`${stars} ${index === 0 ? 'Stern' : 'Sterne'}: ${word}`}</span>
						</label>
					)
				})}
			</div>
			{error ? <FieldError id="rating-error">{error}</FieldError> : null}
		</fieldset>
	)
}
