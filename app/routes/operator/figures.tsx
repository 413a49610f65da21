import { figureGroups } from '#app/features/operator/figures.ts'
import { figuresContract } from '#app/features/operator/operator.contracts.ts'
import { readAsOperator } from '#app/features/operator/operator.server.ts'
import { operatorPaths } from '#app/lib/operator-paths.ts'
import { Stat, Stats } from '#app/ui/stat.tsx'
import { Views } from '#app/ui/tabs.tsx'
import type { Route } from './+types/figures.ts'

const SPANS = [7, 30, 90]

export async function loader({ context, url }: Route.LoaderArgs) {
	const days = SPANS.find((span) => String(span) === url.searchParams.get('tage')) ?? 30
	return readAsOperator(context, 'operator_figures', figuresContract, { p_days: days })
}

const pathOf = (days: number) => operatorPaths.figures(days === 30 ? undefined : { tage: String(days) })

/** How the marketplace does, without persons or businesses. */
export default function FiguresPage({ loaderData: figures }: Route.ComponentProps) {
	return (
		<>
			<title>Zahlen · Zeitplatz</title>
			<h1>Zahlen</h1>
			<Views
				label="Zeitraum"
				tabs={SPANS.map((days) => ({ to: pathOf(days), label: `${days} Tage` }))}
				current={pathOf(figures.days)}
			/>
			{figureGroups(figures).map(({ title, figures: shown }) => (
				<section key={title} aria-label={title}>
					<h2>{title}</h2>
					<Stats>
						{shown.map(([name, value]) => (
							<Stat key={name} name={name} value={value} />
						))}
					</Stats>
				</section>
			))}
		</>
	)
}
