import { type RefObject, useEffect, useRef } from 'react'

/** Marks an element that reports the result of a form, so that it can get the focus. */
export const takesFocus = { tabIndex: -1, 'data-answer': true }

/**
 * After each answer to a form, moves the focus to the first wrong field, otherwise to the reported result, otherwise to the heading, and
 * scrolls it into view with its label and message. The pressed button is often gone by then. @param answer undefined before the first
 * one, then another object for each. The returned ref belongs on an element that contains all of them.
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

/** The same for an answer inside of this element, as FormMessage does for its form. */
export function focusAnswer(place: HTMLElement): void {
	const wrong = place.querySelector<HTMLInputElement>('[aria-invalid="true"]')
	const target = wrong ?? place.querySelector<HTMLElement>('[data-answer]') ?? place.querySelector<HTMLElement>('h1')
	if (!target) return
	// If they do not all fit on the screen, the last one wins.
	for (const part of wrong ? [messageOf(wrong), wrong, wrong.labels?.[0]] : [target])
		part?.scrollIntoView({ block: 'nearest' })
	target.focus({ preventScroll: true })
	const { top } = place.getBoundingClientRect()
	const margin = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop)
	// If the target is near the beginning, it is visible from there.
	if (!wrong && top < margin && target.getBoundingClientRect().bottom - top < window.innerHeight / 2)
		place.scrollIntoView()
}

function messageOf(field: HTMLElement): HTMLElement | null {
	return document.getElementById(field.getAttribute('aria-describedby')?.split(' ')[0] ?? '')
}
