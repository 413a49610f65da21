import type { ChecklistStep } from '#app/features/company/company.ts'

/** The steps of a new business, in order, by their word in the address. */
export const SETUP_STEPS = [
	{ step: 'ort', label: 'Ort und Impressum', checks: ['address', 'coordinates', 'imprint', 'employee'] },
	{ step: 'zeiten', label: 'Öffnungszeiten', checks: ['hours'] },
	{ step: 'leistungen', label: 'Leistungen', checks: ['service', 'offered'] },
	{ step: 'online', label: 'Online gehen', checks: [] },
] as const
export type SetupStep = (typeof SETUP_STEPS)[number]['step']

/** Which steps are done, by what a location still needs before it can be published; none before there is one. */
export function doneSteps(checklist: ChecklistStep[]): SetupStep[] {
	const done = new Set(checklist.filter((check) => check.done).map(({ step }) => step))
	return SETUP_STEPS.filter(({ checks }) => checks.length > 0 && checks.every((check) => done.has(check))).map(
		({ step }) => step,
	)
}

/** The step to show: the one asked for unless what it builds on is missing, else the first that is not done. */
export function shownStep(asked: string | null, done: SetupStep[]): SetupStep {
	const first = SETUP_STEPS.findIndex(({ step }) => !done.includes(step))
	const wanted = SETUP_STEPS.findIndex(({ step }) => step === asked)
	return SETUP_STEPS[wanted >= 0 ? Math.min(wanted, first) : first]?.step ?? 'online'
}
