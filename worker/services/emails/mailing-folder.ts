/** Where the files of a mailing lie; the sweep of the store reads it from there. */
export const mailingFolder = (organisationId: string, mailingId: string): string =>
	`mailings/${organisationId}/${mailingId}/`;
