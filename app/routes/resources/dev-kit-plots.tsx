import { Panel } from '#app/ui/form-parts.tsx'
import type { Drawing } from '#app/ui/plot/drawing.ts'
import { Plot } from '#app/ui/plot/plot.tsx'
import plots from '#app/ui/plot/plot.module.css'

export type KitPlots = Record<'columns' | 'shares' | 'stack' | 'lines' | 'heat', Drawing>

/** Each kind of plot, with gaps, a missing previous period, too many series and nothing free. */
export function Plots({ columns, shares, stack, lines, heat }: KitPlots) {
	return (
		<Panel title="Schaubilder">
			<div className={plots.plots}>
				<Plot title="Säulen" says="63 Termine · +9 %" note="Strich = der Tag davor, sonntags zu" drawing={columns} />
				<Plot title="Balken" says="62 % im Schnitt" note="Strich = davor" drawing={shares} />
				<Plot title="Gestapelt" says="Sieben Herkünfte, die kleinsten als Übrige" drawing={stack} />
				<Plot title="Linien" says="Neu und wieder da" note="Strich = davor" drawing={lines} />
				<Plot title="Nachfrage" says="Suchen je Stunde" note="Rahmen = gesucht, nichts frei" drawing={heat} />
			</div>
		</Panel>
	)
}
