import { paths } from '#app/lib/paths.ts'
import { combobox, type Option } from '#app/ui/combobox.ts'
import { MAP_AREA, NEARBY, PARAMETERS } from './filters.ts'
import type { Suggestion } from './suggestions.server.ts'

const KINDS: Record<string, string> = {
	...{ category: 'Kategorie', service: 'Leistung', business: 'Unternehmen' },
	...{ district: 'Stadtteil', postal: 'Postleitzahl' },
}

/**
 * Improves the search form with JavaScript: suggestions in "Was" and "Wo", the visitor's own position, words for the chosen days, and one
 * step after the other on phones. Loaded when somebody first touches the form.
 * @param open opens a page of this site
 */
export function enhanceSearchForm(sheet: HTMLDetailsElement, open: (href: string) => void): void {
	const form = sheet.querySelector('form')
	const field = (name: string): HTMLInputElement | null => form?.querySelector(`input[name="${name}"]`) ?? null
	const [what, where, point] = [PARAMETERS.what, PARAMETERS.where, PARAMETERS.point].map(field)
	const area = field(PARAMETERS.area)
	const when = form?.querySelector('details') ?? null
	if (!form || !what || !where || !point) return
	const places = form.querySelectorAll<HTMLElement>('[data-options]')
	const isPhone = (): boolean => sheet.open
	const toWhen = (): void => (isPhone() ? when?.querySelector('input')?.focus() : undefined)

	combobox(what, places[0] as HTMLElement, {
		load: (text, signal) => suggestions('was', text, signal),
		onChoose: (option) => (option.href ? open(option.href) : isPhone() && where.focus()),
	})
	combobox(where, places[1] as HTMLElement, {
		load: async (text, signal) => {
			const found = await suggestions('wo', text, signal)
			const near = 'geolocation' in navigator && NEARBY.toLowerCase().startsWith(text.trim().toLowerCase())
			return near ? [{ label: NEARBY, detail: '', kind: 'Standort', act: locate }, ...found] : found
		},
		onChoose: (option) => option.act?.() ?? toWhen(),
	})
	const leaveArea = (): void => {
		if (area && where.value !== MAP_AREA) area.value = ''
	}
	where.addEventListener('input', leaveArea)
	where.addEventListener('change', leaveArea)
	// A typed place replaces the point.
	where.addEventListener('input', () => (point.value = ''))
	where.addEventListener('change', () => (point.value = where.value === NEARBY ? point.value : ''))

	function locate(): void {
		const note = places[1]?.querySelector('[role=status]')
		if (note) note.textContent = 'Ihr Standort wird ermittelt …'
		navigator.geolocation.getCurrentPosition(
			({ coords }) => {
				// A hundred metres are accurate enough for a search.
				if (point) point.value = `${coords.latitude.toFixed(3)},${coords.longitude.toFixed(3)}`
				if (where) where.value = NEARBY
				leaveArea()
				if (note) note.textContent = 'Standort gefunden'
				toWhen()
			},
			() => {
				const hint = form?.querySelector('[data-hint]')
				if (hint) hint.textContent = 'Ihr Standort ist nicht verfügbar. Bitte geben Sie Stadt oder Postleitzahl ein.'
				where?.focus()
			},
			{ maximumAge: 600_000, timeout: 10_000 },
		)
	}
	if (when) followWhen(when)
}

const known = new Map<string, Option[]>()

async function suggestions(name: 'was' | 'wo', text: string, signal: AbortSignal): Promise<Option[]> {
	const address = paths.suggestions(name, text.trim())
	const before = known.get(address)
	if (before) return before
	const answer = await fetch(address, { signal })
	if (!answer.ok) return []
	const found = ((await answer.json()) as Suggestion[]).map(({ kind, label, detail, slug }) => ({
		...{ label, detail, kind: KINDS[kind] ?? '', href: slug ? paths.listing(slug, 'marktplatz') : undefined },
	}))
	known.set(address, found)
	return found
}

/** Keeps the words in "Wann" in step with the choice. A day of the calendar and a word like "Morgen" exclude each other. */
function followWhen(when: HTMLDetailsElement): void {
	const inputs = [...when.querySelectorAll('input')]
	const words = when.querySelector('[data-words]')
	const named = (name: string): HTMLInputElement[] => inputs.filter((input) => input.name === name)
	const value = (name: string): string =>
		named(name).find((input) => input.type !== 'radio' || input.checked)?.value ?? ''
	const label = (name: string): string => {
		const chosen = named(name).find((input) => input.checked && input.value !== '')
		return chosen?.labels?.[0]?.textContent ?? ''
	}
	// Text that is not a complete day or time yet is left out of the words.
	const read = (name: string, pattern: RegExp): string => (pattern.test(value(name)) ? value(name) : '')
	const days = [PARAMETERS.firstDay, PARAMETERS.lastDay]
	when.addEventListener('change', ({ target }) => {
		if (!(target instanceof HTMLInputElement)) return
		if (target.name === PARAMETERS.day) for (const input of days.flatMap(named)) input.value = ''
		if (days.some((name) => name === target.name) && target.value)
			for (const input of named(PARAMETERS.day)) input.checked = input.value === ''
		if (target.name === PARAMETERS.dayPart)
			for (const input of [...named(PARAMETERS.from), ...named(PARAMETERS.to)]) input.value = ''
		const [from, to] = [PARAMETERS.from, PARAMETERS.to].map((name) => read(name, /^\d\d:\d\d$/))
		const time = [from && `ab ${from}`, to && `bis ${to}`].filter(Boolean).join(' ') || label(PARAMETERS.dayPart)
		const wanted = days.map((name) => read(name, /^\d\d\.\d\d\.\d{4}$/)).filter(Boolean)
		const said = [wanted.join(' bis ') || label(PARAMETERS.day), time].filter(Boolean).join(', ') || 'Jederzeit'
		// React owns the text node, so only its value is changed.
		if (words?.firstChild) words.firstChild.nodeValue = said
	})
	const closeUnlessInside = ({ target }: Event): void => {
		if (when.open && target instanceof Node && !when.contains(target)) when.open = false
	}
	document.addEventListener('pointerdown', closeUnlessInside)
	document.addEventListener('focusin', closeUnlessInside)
}
