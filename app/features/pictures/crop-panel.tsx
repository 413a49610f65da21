import { type ComponentType, useEffect, useRef, useState } from 'react'
import { Form } from 'react-router'
import type { FormReply } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/text-field.tsx'
import { type Crop, isShape, SHOWN_SHAPE, WHOLE, wholeRatio } from './crop.ts'
import styles from './crop-panel.module.css'
import type { FrameProps } from './crop-frame.tsx'
import { FormMessage } from '#app/ui/form-parts.tsx'
import panel from '#app/ui/panel.module.css'

type Props = {
	/** Address of the whole picture. */
	address: string
	picture: { id: string; path: string; width: number; height: number; crop: Crop | null }
	name: string
	reply?: FormReply
}

/** Chooses which part of a picture is shown: by a frame over the whole picture or, until that is loaded and without JavaScript, by plain options. */
export function CropPanel({ address, picture, name, reply }: Props) {
	const details = useRef<HTMLDetailsElement>(null)
	const [Frame, setFrame] = useState<ComponentType<FrameProps>>()
	const [open, setOpen] = useState(false)
	const shown = useRef(picture.path)
	useEffect(() => {
		if (shown.current !== picture.path) shut(details.current)
		shown.current = picture.path
	}, [picture.path])
	const load = async (): Promise<void> => {
		const found = await import('./crop-frame.tsx').catch(() => undefined)
		if (found) setFrame(() => found.CropFrame)
	}
	const toggle = (): void => {
		setOpen(details.current?.open ?? false)
		if (!Frame) void load()
	}
	return (
		<details className={`${panel.edit} ${styles.crop}`} ref={details} onToggle={toggle} open={reply ? true : undefined}>
			<summary aria-label={`Ausschnitt: ${name}`}>
				Ausschnitt{picture.crop ? <span className={styles.set}> (gewählt)</span> : null}
			</summary>
			<Form method="post" preventScrollReset className={styles.form}>
				<FormMessage reply={reply} />
				<input type="hidden" name="intent" value="crop" />
				<input type="hidden" name="id" value={picture.id} />
				{Frame && open ? (
					<Frame address={address} crop={picture.crop} onCancel={() => shut(details.current)} />
				) : (
					<PlainChoice picture={picture} />
				)}
			</Form>
		</details>
	)
}

/** Closes the panel and moves the focus from inside it to its button. */
function shut(details: HTMLDetailsElement | null): void {
	if (!details?.open) return
	details.open = false
	details.querySelector('summary')?.focus()
}

function PlainChoice({ picture }: Pick<Props, 'picture'>) {
	const ratio = wholeRatio(picture, picture.crop)
	const [start, end] = ratio > SHOWN_SHAPE ? ['links', 'rechts'] : ['oben', 'unten']
	return (
		<>
			<SelectField label="Was gezeigt wird" name="part" defaultValue={picture.crop ? 'middle' : 'whole'}>
				<option value="whole">Ganzes Bild</option>
				{isShape(WHOLE, ratio) ? null : (
					<>
						<option value="start">4:3, {start}</option>
						<option value="middle">4:3, Mitte</option>
						<option value="end">4:3, {end}</option>
					</>
				)}
			</SelectField>
			<div className={panel.line}>
				<Button kind="secondary">Ausschnitt speichern</Button>
			</div>
		</>
	)
}
