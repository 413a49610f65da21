import { Link } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { SETUP_STEPS, type SetupStep } from './setup.ts'
import styles from './step-list.module.css'

/** How far somebody is; steps that are done can be opened again, and the first that is not. */
export function StepList({ shown, done }: { shown: SetupStep; done: SetupStep[] }) {
	const next = SETUP_STEPS.find(({ step }) => !done.includes(step))?.step
	return (
		<nav aria-label="Schritte">
			<ol className={styles.steps}>
				{SETUP_STEPS.map(({ step, label }, index) => (
					<li
						key={step}
						className={step === shown ? styles.shown : undefined}
						aria-current={step === shown ? 'step' : undefined}
					>
						<span className={styles.mark} aria-hidden="true">
							{done.includes(step) ? '✓' : index + 1}
						</span>
						{(done.includes(step) || step === next) && step !== shown ? (
							<Link to={adminPaths.setup(step)}>
								{label}
								{done.includes(step) ? <span className="visually-hidden"> (erledigt)</span> : null}
							</Link>
						) : (
							<span>{label}</span>
						)}
					</li>
				))}
			</ol>
		</nav>
	)
}
