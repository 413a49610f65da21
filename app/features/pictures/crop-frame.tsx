import { useLayoutEffect, useRef, useState } from 'react'
import ReactCrop from 'react-image-crop'
import 'react-image-crop/dist/ReactCrop.css'
import { Button } from '#app/ui/button.tsx'
import { Failure } from '#app/ui/notice.tsx'
import { type Crop, isShape, partOf, SHOWN_SHAPE, WHOLE } from './crop.ts'
import styles from './crop-panel.module.css'
import panel from '#app/ui/panel.module.css'

export type FrameProps = { address: string; crop: Crop | null; onCancel: () => void }

const LABELS = {
	cropArea: 'Ausschnitt: mit den Pfeiltasten verschieben, mit Umschalt weiter',
	nwDragHandle: 'Ecke oben links: mit den Pfeiltasten ziehen',
	nDragHandle: 'Kante oben: mit den Pfeiltasten ziehen',
	neDragHandle: 'Ecke oben rechts: mit den Pfeiltasten ziehen',
	eDragHandle: 'Kante rechts: mit den Pfeiltasten ziehen',
	seDragHandle: 'Ecke unten rechts: mit den Pfeiltasten ziehen',
	sDragHandle: 'Kante unten: mit den Pfeiltasten ziehen',
	swDragHandle: 'Ecke unten links: mit den Pfeiltasten ziehen',
	wDragHandle: 'Kante links: mit den Pfeiltasten ziehen',
}
const SIDES = ['left', 'top', 'width', 'height'] as const

/** The whole picture with a movable frame, a choice of shape and a preview of the search result; the fields and buttons of a form. */
export function CropFrame({ address, crop: stored, onCancel }: FrameProps) {
	/** Width over height of the whole picture; unknown until the picture is loaded. */
	const [ratio, setRatio] = useState<number>()
	const [failed, setFailed] = useState(false)
	const [free, setFree] = useState(false)
	const [crop, setCrop] = useState<Crop>(stored ?? WHOLE)
	const begin = (image: HTMLImageElement): void => {
		const own = image.naturalWidth / image.naturalHeight
		setRatio(own)
		setFree(stored !== null && !isShape(stored, own))
		setCrop(stored ?? partOf(WHOLE, 'middle', own))
	}
	const choose = (wish: 'shown' | 'free'): void => {
		setFree(wish === 'free')
		if (wish === 'shown' && ratio) setCrop(partOf(crop, 'middle', ratio))
	}
	if (failed)
		return (
			<Failure message="Das Bild ließ sich nicht laden. Bitte prüfen Sie Ihre Verbindung, und laden Sie die Seite neu." />
		)
	return (
		<>
			{SIDES.map((side) => (
				<input key={side} type="hidden" name={side} value={crop[side].toFixed(5)} />
			))}
			<div className={styles.work}>
				<div>
					<ReactCrop
						className={styles.frame}
						crop={{
							unit: '%',
							x: crop.left * 100,
							y: crop.top * 100,
							width: crop.width * 100,
							height: crop.height * 100,
						}}
						onChange={(_, { x, y, width, height }) =>
							setCrop({ left: x / 100, top: y / 100, width: width / 100, height: height / 100 })
						}
						aspect={free ? undefined : SHOWN_SHAPE}
						ariaLabels={LABELS}
						minWidth={40}
						minHeight={30}
						disabled={!ratio}
						keepSelection
						ruleOfThirds
					>
						<img
							src={address}
							alt="Ganzes Bild"
							className={styles.whole}
							onLoad={(event) => begin(event.currentTarget)}
							onError={() => setFailed(true)}
						/>
					</ReactCrop>
					<p className={panel.soft}>
						Ziehen Sie den Rahmen oder seine Ecken. Mit der Tastatur: Tabulator wählt Rahmen oder Ecke, die Pfeiltasten
						bewegen, mit Umschalt weiter.
					</p>
				</div>
				<div className={styles.side}>
					<fieldset className={panel.bare} disabled={!ratio}>
						<legend className={styles.legend}>Form</legend>
						<Choice label="4:3 wie in den Suchergebnissen" chosen={!free} onChoose={() => choose('shown')} />
						<Choice label="Frei" chosen={free} onChoose={() => choose('free')} />
					</fieldset>
					{ratio ? <Preview address={address} part={partOf(crop, 'middle', ratio)} /> : null}
					<p className={panel.soft} role="status">
						{`Gezeigt werden ${percent(crop.width)} der Breite und ${percent(crop.height)} der Höhe.`}
					</p>
				</div>
			</div>
			<div className={panel.line}>
				<Button disabled={!ratio}>Ausschnitt speichern</Button>
				{stored ? (
					<Button kind="secondary" name="part" value="whole">
						Ganzes Bild
					</Button>
				) : null}
				<Button kind="plain" type="button" onClick={onCancel}>
					Abbrechen
				</Button>
			</div>
		</>
	)
}

const percent = (part: number): string => `${Math.round(part * 100)}\u00a0%`

function Choice({ label, chosen, onChoose }: { label: string; chosen: boolean; onChoose: () => void }) {
	return (
		<label className={styles.choice}>
			<input type="radio" checked={chosen} onChange={onChoose} />
			{label}
		</label>
	)
}

/** The part as a card of the search results shows it. */
function Preview({ address, part }: { address: string; part: Crop }) {
	const image = useRef<HTMLImageElement>(null)
	// Set by script: the Content-Security-Policy allows no style attributes.
	useLayoutEffect(() => {
		if (!image.current) return
		const { style } = image.current
		style.inlineSize = `${100 / part.width}%`
		style.blockSize = `${100 / part.height}%`
		style.insetInlineStart = `${(-100 * part.left) / part.width}%`
		style.insetBlockStart = `${(-100 * part.top) / part.height}%`
	}, [part])
	return (
		<figure className={styles.preview}>
			<div>
				<img ref={image} src={address} alt="" />
			</div>
			<figcaption className={panel.soft}>So steht es in den Suchergebnissen</figcaption>
		</figure>
	)
}
