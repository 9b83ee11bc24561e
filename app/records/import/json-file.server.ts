/** The most bytes of a file that can be imported. */
export const maxImportedBytes = 1_000_000;

/** Returns a record as a file that can be imported, called as the record is. @param one what it is called otherwise */
export const jsonFile = (record: object, title: string, one: string): Response => {
	const name = title.replaceAll(/[^A-Za-z0-9]+/g, "-").replaceAll(/^-|-$/g, "") || one;
	const readable = new TextEncoder().encode(JSON.stringify(record, null, "\t"));
	// why without its lines where it is large: they would make it larger than what can be imported.
	return new Response(readable.length > maxImportedBytes ? JSON.stringify(record) : readable, {
		headers: {
			"content-type": "application/json; charset=utf-8",
			"cache-control": "no-store",
			"content-disposition": `attachment; filename="${name}.json"`,
			"x-content-type-options": "nosniff",
		},
	});
};
