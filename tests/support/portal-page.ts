const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", nbsp: " " };

const decode = (text: string) => text.replace(/&([\w#]+);/g, (whole, name: string) => entities[name] ?? whole);

export const attribute = (tag: string, name: string): string | undefined => {
	const found = new RegExp(`\\s${name}(?:="([^"]*)")?(?=[\\s/>])`).exec(tag);
	return found ? decode(found[1] ?? "") : undefined;
};

/** Returns the text of a page: no scripts, styles or markup. */
export const textOf = (html: string): string =>
	decode(
		html
			.replace(/<!-- ?-->/g, "")
			.replace(/<(script|style|noscript)\b[\s\S]*?<\/\1>/g, " ")
			.replace(/<[^>]+>/g, " "),
	)
		.replace(/\s+/g, " ")
		.trim();

/** Returns every tag of that name, as it was written. */
export const tagsOf = (html: string, name: string): string[] => html.match(new RegExp(`<${name}\\b[^>]*>`, "g")) ?? [];

/** Returns the addresses of the page's links. */
export const linksOf = (html: string): string[] => tagsOf(html, "a").flatMap((tag) => attribute(tag, "href") ?? []);

/** Returns the address of the link with this text. */
export const linkOf = (html: string, text: string): string | undefined => {
	const link = [...html.matchAll(/(<a\b[^>]*>)([\s\S]*?)<\/a>/g)].find(([, , inside = ""]) => textOf(inside) === text);
	return link?.[1] && attribute(link[1], "href");
};

/** Returns the entries that a browser would send for the form with this id or action; of selects, those beside it alone. */
export const formOf = (html: string, idOrAction: string): Record<string, string> => {
	const forms = [...html.matchAll(/(<form\b[^>]*>)([\s\S]*?)<\/form>/g)];
	const form = forms.find(([, tag = ""]) => [attribute(tag, "id"), attribute(tag, "action")].includes(idOrAction));
	if (!form?.[2]) throw new Error(`the page has no form ${idOrAction}`);
	const inputs = tagsOf(form[2], "input").map((tag) => [attribute(tag, "name"), attribute(tag, "value") ?? ""]);
	const areas = [...form[2].matchAll(/(<textarea\b[^>]*>)([\s\S]*?)<\/textarea>/g)].map(([, tag = "", text = ""]) => [
		attribute(tag, "name"),
		decode(text).replace(/^\n/, ""),
	]);
	const id = attribute(form[1] ?? "", "id");
	const attached = [...html.matchAll(/(<select\b[^>]*>)([\s\S]*?)<\/select>/g)]
		.filter(([, tag = ""]) => id !== undefined && attribute(tag, "form") === id)
		.map(([, tag = "", options = ""]) => [
			attribute(tag, "name"),
			attribute(/<option\b[^>]*\sselected\b[^>]*>/.exec(options)?.[0] ?? "", "value") ?? "",
		]);
	return Object.fromEntries([...inputs, ...areas, ...attached].filter(([name]) => name));
};

/** Returns the options of the select with that name. */
export const optionsOf = (html: string, name: string): string[] => {
	const select = [...html.matchAll(/(<select\b[^>]*>)([\s\S]*?)<\/select>/g)].find(
		([, tag = ""]) => attribute(tag, "name") === name,
	);
	if (!select?.[2]) throw new Error(`the page has no select ${name}`);
	return [...select[2].matchAll(/<option\b[^>]*>([\s\S]*?)<\/option>/g)].map(([, text = ""]) => textOf(text));
};

/** Returns the messages of a field, found by its label's control. */
export const errorsOf = (html: string, name: string): string | undefined => {
	const control = [...tagsOf(html, "input"), ...tagsOf(html, "textarea"), ...tagsOf(html, "select")].find(
		(tag) => attribute(tag, "name") === name && attribute(tag, "aria-invalid") === "true",
	);
	const id = control && attribute(control, "aria-describedby")?.split(" ").at(-1);
	const found = id && new RegExp(`<div id="${id.replace(/[.[\]]/g, "\\$&")}"[^>]*>([\\s\\S]*?)</div>`).exec(html)?.[1];
	return found ? textOf(found) : undefined;
};

/** Returns the token of the page's forms. */
export const csrfOf = (html: string): string => {
	const token = /name="csrf" value="([^"]+)"/.exec(html)?.[1];
	if (!token) throw new Error("the page has no form of a signed-in reader");
	return token;
};
