/** Returns a record as a file that can be imported, called as the record is. @param one what it is called otherwise */
export const jsonFile = (record: object, title: string, one: string): Response => {
	const name = title.replaceAll(/[^A-Za-z0-9]+/g, "-").replaceAll(/^-|-$/g, "") || one;
	return new Response(JSON.stringify(record, null, "\t"), {
		headers: {
			"content-type": "application/json; charset=utf-8",
			"cache-control": "no-store",
			"content-disposition": `attachment; filename="${name}.json"`,
			"x-content-type-options": "nosniff",
		},
	});
};
