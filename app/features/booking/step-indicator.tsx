import { Link } from 'react-router'
import { type Choice, choicePath, type Step, STEPS } from './choice.ts'
import styles from './step-indicator.module.css'
import { STEP_NAMES } from './texts.ts'

type Props = { current: Step; choice: Choice; listingKey: string }

/** The steps of the booking with the current one marked; answered steps are links. The last step is reached by holding a time. */
export function StepIndicator({ current, choice, listingKey }: Props) {
	const position = STEPS.indexOf(current)
	return (
		<nav aria-label="Schritte der Buchung">
			<ol className={styles.steps}>
				{STEPS.map((step, index) => (
					<li
						key={step}
						className={index < position ? styles.done : ''}
						aria-current={step === current ? 'step' : undefined}
					>
						{index < position ? (
							<Link to={choicePath(listingKey, { ...choice, step })}>
								<StepName index={index} step={step} />
							</Link>
						) : (
							<span>
								<StepName index={index} step={step} />
							</span>
						)}
					</li>
				))}
			</ol>
		</nav>
	)
}

function StepName({ index, step }: { index: number; step: Step }) {
	return (
		<>
			<span className={styles.number}>{index + 1}</span>
			<span className={styles.name}>{STEP_NAMES[step]}</span>
		</>
	)
}
