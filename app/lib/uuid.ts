const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether a text is an id as the database writes it, in lower case; callers that accept capitals convert them first. */
export function isUuid(text: string | null | undefined): text is string {
	return UUID.test(text ?? '')
}
