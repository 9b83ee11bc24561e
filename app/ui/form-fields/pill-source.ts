/** A merge field in the text of HTML, or a whole tag, in which braces mean nothing. */
const tagOrField = /<[^>]*>|\{\{([^{}<>]{1,200})\}\}/g;

/** Returns HTML in which each merge field, `{{firstName}}`, is an element for the editor. */
export const htmlWithPills = (html: string): string =>
	html.replace(tagOrField, (whole, name?: string) =>
		name === undefined ? whole : `<span data-merge-field="${name.trim().replaceAll('"', "&quot;")}"></span>`,
	);

/** Returns the editor's HTML with the merge fields as they are stored: `{{firstName}}`. */
export const sourceOfPills = (html: string): string =>
	html.replace(/<span data-merge-field="([^"]*)"[^>]*>[^<]*<\/span>/g, "{{$1}}");
