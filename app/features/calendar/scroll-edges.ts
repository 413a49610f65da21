const EDGE = 36
const SPEED = 9
const TURN_MS = 700
let turned = 0

/** Scrolls while something is dragged to an edge of the frame: up and down, and to the next column, one at a time. */
export function scrollAtEdges(frame: HTMLElement, { x, y }: { x: number; y: number }): void {
	const box = frame.getBoundingClientRect()
	const head = frame.querySelector<HTMLElement>('[data-head]')?.offsetHeight ?? 0
	if (y < box.top + head + EDGE) frame.scrollTop -= SPEED
	else if (y > box.bottom - EDGE) frame.scrollTop += SPEED
	const step = x < box.left + EDGE * 2 ? -1 : x > box.right - EDGE ? 1 : 0
	if (step === 0 || performance.now() - turned < TURN_MS) return
	turned = performance.now()
	const width = frame.querySelector<HTMLElement>('[data-track]')?.offsetWidth ?? 0
	frame.scrollBy({ left: step * width, behavior: 'smooth' })
}
