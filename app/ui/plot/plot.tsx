import { useId } from 'react'
import type { Drawing, Mark } from './drawing.ts'
import styles from './plot.module.css'

type Props = {
	title: string
	/** Summary in one line: the sum, the change. */
	says: string
	/** Explains ticks and frames. */
	note?: string
	drawing: Drawing
}

/** A plot that the server has drawn, readable without colour and as a table. Words keep their size at any width. */
export function Plot({ title, says, note, drawing }: Props) {
	const { height, scale, named, marks, lines, words, table } = drawing
	const hatching = useId()
	return (
		<figure className={styles.plot}>
			<figcaption className={styles.head}>
				<h3>{title}</h3>
				<p>{says}</p>
			</figcaption>
			<div className={styles.frame} data-named={named}>
				<svg height={height} aria-hidden="true" className={styles.axis}>
					{scale.map(({ y, label, line }) => (
						<text key={y} x={named ? 0 : '100%'} y={line ? y + 4 : y} textAnchor={named ? 'start' : 'end'}>
							{label}
						</text>
					))}
				</svg>
				<svg height={height} role="img" aria-label={`${title}: ${says}`} className={styles.area}>
					<pattern id={hatching} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
						<rect width="2" height="6" className={styles.hatch} />
					</pattern>
					{scale.map(({ y, line }) =>
						line ? <line key={y} x1="0" x2="100%" y1={y} y2={y} className={styles.across} /> : null,
					)}
					{marks.map((mark) => (
						<Shape key={`${mark.kind} ${mark.x} ${mark.y}`} mark={mark} hatching={hatching} />
					))}
					{lines.length > 0 ? (
						<svg viewBox={`0 0 100 ${height}`} preserveAspectRatio="none" width="100%" height={height}>
							{lines.map(({ path, tone }) => (
								<path key={tone} d={path} className={styles.line} data-tone={tone} vectorEffect="non-scaling-stroke" />
							))}
						</svg>
					) : null}
					{words.map(({ x, y, text, anchor = 'start', strong }) => (
						<text
							key={`${x} ${y}`}
							x={`${x}%`}
							y={y}
							textAnchor={anchor}
							className={strong ? styles.strong : undefined}
						>
							{text}
						</text>
					))}
				</svg>
			</div>
			{note ? <p className={styles.note}>{note}</p> : null}
			<details className={styles.details}>
				<summary aria-label={`${title} als Tabelle`}>als Tabelle</summary>
				<div className={styles.scroll}>
					<table>
						<thead>
							<tr>
								{table.head.map((name) => (
									<th key={name} scope="col">
										{name}
									</th>
								))}
							</tr>
						</thead>
						<tbody>
							{table.rows.map(([name, ...values]) => (
								<tr key={name}>
									<th scope="row">{name}</th>
									{values.map((value, index) => (
										<td key={table.head[index + 1]}>{value}</td>
									))}
								</tr>
							))}
						</tbody>
					</table>
				</div>
			</details>
		</figure>
	)
}

function Shape({ mark: { kind, tone, x, y, width, height, says }, hatching }: { mark: Mark; hatching: string }) {
	const fill = kind === 'wanted' ? { fill: `url(#${hatching})` } : {}
	return (
		<rect
			x={`${x}%`}
			y={y}
			width={`${width}%`}
			height={height}
			rx={kind === 'before' ? 0 : 2}
			className={styles[kind]}
			data-tone={tone}
			{...fill}
		>
			{says ? <title>{says}</title> : null}
		</rect>
	)
}
