import { tagsOf, textOf } from "#tests/support/portal-page";

const decode = (text: string) =>
	text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entities[name] ?? "").replace(/^\n/, "");
const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };

const attribute = (tag: string, name: string): string | undefined => {
	const found = new RegExp(`\\s${name}(?:="([^"]*)")?(?=[\\s/>])`).exec(tag);
	return found ? decode(found[1] ?? "") : undefined;
};

const isTicked = (tag: string) => /type="(checkbox|radio)"/.test(tag);
const isSent = (tag: string) =>
	isTicked(tag) ? attribute(tag, "checked") !== undefined : !/type="(submit|file)"/.test(tag);

/** Returns the entries that a browser would send for the form with this id before anything is typed. */
export const openForm = (html: string, id: string): FormData => {
	const found = [...html.matchAll(/(<form\b[^>]*>)([\s\S]*?)<\/form>/g)].find(
		([, tag = ""]) => attribute(tag, "id") === id,
	);
	if (!found) throw new Error(`the page has no form ${id}`);
	const form = new FormData();
	const add = (tag: string, value: string | undefined) => {
		const name = attribute(tag, "name");
		if (name !== undefined && value !== undefined) form.append(name, value);
	};
	const fields = /(<input\b[^>]*>)|(<textarea\b[^>]*>)([\s\S]*?)<\/textarea>|(<select\b[^>]*>)([\s\S]*?)<\/select>/g;
	const end = found.index + found[0].length;
	const sent = [...html.matchAll(fields)].filter(({ index, 1: input, 2: area, 4: select }) => {
		const of = attribute(input ?? area ?? select ?? "", "form");
		return of === undefined ? index > found.index && index < end : of === id;
	});
	for (const [, input, area, text = "", select, options = ""] of sent) {
		if (input && isSent(input)) add(input, attribute(input, "value") ?? (isTicked(input) ? "on" : ""));
		if (area) add(area, decode(text));
		if (select) add(select, chosenOf(options));
	}
	return form;
};

const chosenOf = (options: string): string | undefined => {
	const all = [...options.matchAll(/(<option\b[^>]*>)([\s\S]*?)<\/option>/g)].map(([, tag = "", text = ""]) => ({
		value: attribute(tag, "value") ?? textOf(text),
		selected: attribute(tag, "selected") !== undefined,
	}));
	return (all.findLast(({ selected }) => selected) ?? all[0])?.value;
};

/** Returns the values of the page's buttons with that name. */
export const buttonsOf = (html: string, name: string): string[] =>
	tagsOf(html, "button").flatMap((tag) => (attribute(tag, "name") === name ? (attribute(tag, "value") ?? []) : []));
