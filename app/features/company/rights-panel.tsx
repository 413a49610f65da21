import { Panel } from './form-parts.tsx'
import { type Member, reaches, RIGHTS, ROLE_NAMES, ROLES } from './members.ts'
import own from './members.module.css'
import panel from './panel.module.css'

/** What each role may do; the own column stands out. */
export function RightsPanel({ role }: { role: Member['role'] }) {
	return (
		<Panel title="Wer darf was?">
			<p className={panel.soft}>Ihre Rolle: {ROLE_NAMES[role]}</p>
			<table className={own.rights}>
				<thead>
					<tr>
						<th scope="col">
							<span className="visually-hidden">Recht</span>
						</th>
						{ROLES.map((each) => (
							<th key={each} scope="col" className={each === role ? own.own : undefined}>
								{ROLE_NAMES[each]}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{RIGHTS.map(({ what, from }) => (
						<tr key={what}>
							<th scope="row">{what}</th>
							{ROLES.map((each) => (
								<td key={each} className={each === role ? own.own : undefined}>
									{reaches(each, from) ? (
										<span className={own.yes}>
											<span aria-hidden="true">✓</span>
											<span className="visually-hidden">ja</span>
										</span>
									) : (
										<span className={own.no}>
											<span aria-hidden="true">–</span>
											<span className="visually-hidden">nein</span>
										</span>
									)}
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</Panel>
	)
}
