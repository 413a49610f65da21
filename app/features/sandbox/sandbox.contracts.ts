import { z } from 'zod'

/** What `lease_sandbox` answers: the account of the sandbox and until when the visitor has it; null when none is free. */
export const leaseContract = z
	.object({ company_id: z.uuid(), user_id: z.uuid(), email: z.string(), until: z.iso.datetime({ offset: true }) })
	.nullable()
