import { Plot } from '#app/ui/plot/plot.tsx'
import plots from '#app/ui/plot/plot.module.css'
import type { Report } from './reports.server.ts'

/** Plots side by side where there is room. */
export function ReportPlots({ title, figures }: { title: string; figures: Report[] }) {
	return (
		<section aria-labelledby="reports">
			<h2 id="reports">{title}</h2>
			<div className={plots.plots}>
				{figures.map((figure) => (
					<Plot key={figure.title} {...figure} />
				))}
			</div>
		</section>
	)
}
