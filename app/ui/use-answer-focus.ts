import { type RefObject, useEffect, useRef } from 'react'

/** Marks what says how it went, so that it can be gone to after an answer. */
export const takesFocus = { tabIndex: -1, 'data-answer': true }

/**
 * After each answer to a form the focus goes to the first wrong field, else to what says how it went, else to the heading, and that is in
 * sight with its label and message; the pressed button is often gone by then. @param answer undefined before the first one, then another
 * object for each. The reference belongs on what contains all of them.
 */
export function useAnswerFocus<Place extends HTMLElement = HTMLElement>(
	answer: object | undefined,
): RefObject<Place | null> {
	const place = useRef<Place>(null)
	useEffect(() => {
		if (answer && place.current) focusAnswer(place.current)
	}, [answer])
	return place
}

function focusAnswer(place: HTMLElement): void {
	const wrong = place.querySelector<HTMLInputElement>('[aria-invalid="true"]')
	const target = wrong ?? place.querySelector<HTMLElement>('[data-answer]') ?? place.querySelector<HTMLElement>('h1')
	if (!target) return
	// Where not all fit in, the last one wins.
	for (const part of wrong ? [messageOf(wrong), wrong, wrong.labels?.[0]] : [target])
		part?.scrollIntoView({ block: 'nearest' })
	target.focus({ preventScroll: true })
	const { top } = place.getBoundingClientRect()
	const margin = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop)
	// Near the beginning it is seen from there.
	if (!wrong && top < margin && target.getBoundingClientRect().bottom - top < window.innerHeight / 2)
		place.scrollIntoView()
}

function messageOf(field: HTMLElement): HTMLElement | null {
	return document.getElementById(field.getAttribute('aria-describedby')?.split(' ')[0] ?? '')
}
