import { timeOf } from '#app/features/decisions/words.ts'
import { logContract } from '#app/features/operator/operator.contracts.ts'
import { readAsOperator } from '#app/features/operator/operator.server.ts'
import { readPage } from '#app/features/operator/page.ts'
import { StepPages } from '#app/features/operator/step-pages.tsx'
import { VERBS } from '#app/features/operator/words.ts'
import { operatorPaths } from '#app/lib/operator-paths.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { List } from '#app/ui/list.tsx'
import type { Route } from './+types/log.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
	const page = readPage(url)
	return { page, ...(await readAsOperator(context, 'operator_log', logContract, { p_page: page })) }
}

/** Who of the operators did what, the latest first. */
export default function Log({ loaderData: { page, more, rows } }: Route.ComponentProps) {
	return (
		<>
			<title>Protokoll · Zeitplatz</title>
			<h1>Protokoll</h1>
			<p>Jeder Blick und jede Entscheidung. Unternehmen sehen, was bei ihnen war, ohne Namen.</p>
			{rows.length > 0 ? (
				<List
					label="Protokoll"
					rows={rows.map((row, index) => ({ ...row, id: String(index) }))}
					idOf={({ id }) => id}
					nameOf={({ verb }) => VERBS[verb] ?? verb}
					columns={[
						{ name: 'zeit', label: 'Zeit', place: 'lead', show: ({ at }) => timeOf(at) },
						{ name: 'was', label: 'Was', place: 'title', show: ({ verb }) => VERBS[verb] ?? verb },
						{ name: 'wer', label: 'Wer', look: 'wraps', show: ({ name }) => name },
						{ name: 'wo', label: 'Unternehmen', show: ({ company }) => company },
						{ name: 'grund', label: 'Grund', look: 'wraps', show: ({ reason }) => reason },
					]}
				/>
			) : (
				<EmptyState icon="file" what="Noch steht hier nichts." />
			)}
			<StepPages page={page} more={more} hrefFor={(number) => operatorPaths.log({ seite: String(number) })} />
		</>
	)
}
