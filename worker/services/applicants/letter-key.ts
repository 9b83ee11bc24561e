/** Where a letter lies in the file store. */
export const letterKey = (organisationId: string, applicantId: string, letterId: string): string =>
	`letters/${organisationId}/${applicantId}/${letterId}.pdf`;
