import type { z } from 'zod'
import { timeOf } from '#app/features/decisions/words.ts'
import { Panel } from '#app/ui/form-parts.tsx'
import panel from '#app/ui/panel.module.css'
import type { looksContract } from './operator.contracts.ts'
import { VERBS } from './words.ts'

/** What those who run the platform have looked at or decided in a company, for its owners. */
export function OperatorLooks({ looks }: { looks: z.output<typeof looksContract> }) {
	return (
		<Panel id="zugriffe" title="Was Zeitplatz angesehen hat">
			<p className={panel.soft}>
				Wer Zeitplatz betreibt, sieht nur, was für eine Meldung oder Entscheidung nötig ist. Jeder Blick steht hier,
				drei Jahre lang.
			</p>
			{looks.length > 0 ? (
				<ul>
					{looks.map(({ at, verb, reason }) => (
						<li key={`${at} ${verb}`}>
							{timeOf(at)}: {VERBS[verb] ?? verb}
							{reason ? ` (Grund: ${reason})` : ''}
						</li>
					))}
				</ul>
			) : (
				<p>Bisher nichts.</p>
			)}
		</Panel>
	)
}
