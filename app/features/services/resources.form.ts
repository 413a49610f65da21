import { z } from 'zod'

const kind = z
	.string({ error: 'Bitte geben Sie die Art an, zum Beispiel Raum.' })
	.trim()
	.min(1, 'Bitte geben Sie die Art an, zum Beispiel Raum.')
	.max(60, 'Die Art darf höchstens 60 Zeichen lang sein.')

export const resourceSchema = z.object({
	id: z.uuid().optional(),
	kind,
	name: z
		.string({ error: 'Bitte geben Sie einen Namen an.' })
		.trim()
		.min(1, 'Bitte geben Sie einen Namen an.')
		.max(120, 'Der Name darf höchstens 120 Zeichen lang sein.'),
})

export const resourceKindSchema = z.object({ from: z.string(), kind })
