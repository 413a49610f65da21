import { Badge } from '#app/ui/badge.tsx'
import { Panel } from '#app/ui/form-parts.tsx'
import { type Member, RIGHTS, ROLE_NAMES, ROLES } from './members.ts'
import own from './members.module.css'
import panel from '#app/ui/panel.module.css'

/** What each role may do in words, each with what it adds to the one before. */
export function RightsPanel({ role }: { role: Member['role'] }) {
	return (
		<Panel title="Wer darf was?">
			<div className={own.rights}>
				{ROLES.map((each, index) => (
					<section key={each} className={each === role ? own.own : undefined} aria-label={ROLE_NAMES[each]}>
						<h3>
							{ROLE_NAMES[each]}
							{each === role ? <Badge>Ihre Rolle</Badge> : null}
						</h3>
						<p className={panel.soft}>
							{index === 0 ? 'Darf:' : `Alles wie ${ROLE_NAMES[ROLES[index - 1] ?? each]}, und:`}
						</p>
						<ul>
							{RIGHTS.filter(({ from }) => from === each).map(({ what }) => (
								<li key={what}>{what}</li>
							))}
						</ul>
					</section>
				))}
			</div>
		</Panel>
	)
}
