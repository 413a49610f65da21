import { Form, Link } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { Button } from '#app/ui/button.tsx'
import type { ChecklistStep, LocationState } from './company.ts'
import { FormMessage, Panel, type Refusal, replyTo } from '#app/ui/form-parts.tsx'
import styles from '#app/ui/panel.module.css'

const STEPS: Record<string, { label: string; to: (id: string) => string }> = {
	address: { label: 'Anschrift', to: adminPaths.location },
	coordinates: { label: 'Ort auf der Karte (aus der Postleitzahl)', to: adminPaths.location },
	employee: { label: 'Mindestens eine Person im Team', to: adminPaths.employees },
	service: { label: 'Mindestens eine Leistung', to: adminPaths.services },
	offered: { label: 'Jede Leistung wird von jemandem angeboten', to: adminPaths.services },
	hours: { label: 'Arbeitszeiten', to: adminPaths.workingHours },
	imprint: { label: 'Impressum des Unternehmens', to: adminPaths.company },
}

type Props = {
	id: string
	state: LocationState
	slug: string
	steps: ChecklistStep[]
	mayManage: boolean
	refusal?: Refusal
	/** The page that publishes the location, if it is another one. */
	action?: string
}

/** The steps that are missing before the location can go online, and the switch itself. */
export function Checklist({ id, state, slug, steps, mayManage, refusal, action }: Props) {
	const ready = steps.every(({ done }) => done)
	return (
		<Panel title={titleOf(state, ready)}>
			{state === 'published' && ready ? null : (
				<ol className={styles.steps}>
					{steps.map(({ step, done }) => (
						<li key={step}>
							<span className={`${styles.mark} ${done ? styles.done : ''}`} aria-hidden="true">
								{done ? '✓' : ''}
							</span>
							<span className="visually-hidden">{done ? 'Erledigt:' : 'Offen:'}</span>
							{done ? (
								<span>{STEPS[step]?.label ?? step}</span>
							) : (
								<Link to={STEPS[step]?.to(id) ?? '#'}>{STEPS[step]?.label ?? step}</Link>
							)}
						</li>
					))}
				</ol>
			)}
			<div className={styles.line}>
				{mayManage ? (
					<Form method="post" action={action && `${action}?index`} preventScrollReset>
						<FormMessage reply={replyTo(refusal, state === 'published' ? 'pause' : 'publish')} />
						{state === 'published' ? (
							<Button kind="secondary" name="intent" value="pause">
								Pausieren
							</Button>
						) : (
							<Button name="intent" value="publish" disabled={!ready}>
								Veröffentlichen
							</Button>
						)}
					</Form>
				) : null}
				{state === 'published' ? (
					<>
						<Link to={paths.listing(slug)}>Seite ansehen</Link>
						<Link to={adminPaths.share(id)}>Link und QR-Code</Link>
					</>
				) : (
					<Link to={adminPaths.preview(id)}>Vorschau ansehen</Link>
				)}
			</div>
		</Panel>
	)
}

function titleOf(state: LocationState, ready: boolean): string {
	if (state === 'published') return 'Ihre Seite ist online'
	if (state === 'paused') return 'Ihre Seite ist pausiert'
	return ready ? 'Bereit zum Veröffentlichen' : 'In wenigen Schritten online'
}
