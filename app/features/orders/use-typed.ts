import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { textOf } from '#app/lib/form.ts'
import { paths } from '#app/lib/paths.ts'
import type { Typed } from './preview.ts'
import type { Reached } from './reach.ts'

/** So long after the last key the form is read. */
const PAUSE_MS = 350

/**
 * What stands in the form, a moment after each change, and how many businesses that reaches. Whoever has no script sees what the server said.
 * @param first what stands there when the page arrives
 */
export function useTyped(first: Typed, reached: Reached | null) {
	const [typed, setTyped] = useState(first)
	const { load, data } = useFetcher<Reached | null>()
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
	useEffect(() => () => clearTimeout(timer.current), [])
	const asked = useRef(addressOf(first))
	const onTyped = (form: HTMLFormElement): void => {
		clearTimeout(timer.current)
		timer.current = setTimeout(() => {
			const now = readTyped(new FormData(form))
			setTyped(now)
			if (asked.current === addressOf(now)) return
			asked.current = addressOf(now)
			void load(asked.current)
		}, PAUSE_MS)
	}
	return { typed, reached: data === undefined ? reached : data, onTyped }
}

const addressOf = ({ was, kategorie, wo, umkreis }: Typed): string =>
	paths.orderReach({ was: kategorie ? '' : was, kategorie, wo, umkreis })

function readTyped(form: FormData): Typed {
	const text = (name: string): string => textOf(form, name)
	return {
		...{
			was: text('was'),
			kategorie: text('kategorie') || text('vorschlag'),
			wo: text('wo'),
			umkreis: text('umkreis'),
		},
		...{ personen: text('personen'), hoechstens: text('hoechstens'), nachricht: text('nachricht') },
		...{
			wann: text('wann'),
			von: text('von'),
			bis: text('bis'),
			teil: text('teil'),
			zeit: form.getAll('zeit').map(String),
		},
	}
}
