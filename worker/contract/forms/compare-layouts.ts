import { type FormCol, type FormLayout, type FormSection, fieldLabel } from "#worker/contract/forms/form-schema";

/** Returns what differs between two layouts, in words, in the order of the newer one. */
export const compareLayouts = (before: FormLayout, after: FormLayout): string[] => {
	const [former, present] = [partsOf(before), partsOf(after)];
	const removed = [...former].filter(([key]) => !present.has(key)).map(([, { name }]) => `${name} was removed`);
	const changed = [...present].flatMap(([key, { name, state, condition }]) => {
		const was = former.get(key);
		if (!was) return [`${name} was added`];
		const isAskedElse = was.condition !== condition ? [`When ${lowerFirst(name)} is asked for was changed`] : [];
		if (was.state === state) return isAskedElse;
		return [was.name === name ? `${name} was changed` : `${was.name} is now ${lowerFirst(name)}`, ...isAskedElse];
	});
	if (removed.length > 0 || changed.length > 0) return [...changed, ...removed];
	return JSON.stringify(before) === JSON.stringify(after) ? [] : ["The order was changed"];
};

/** Says in one line what differs. */
export const summariseChange = (before: FormLayout, after: FormLayout): string => {
	const [first = "Nothing was changed", ...more] = compareLayouts(before, after);
	return more.length === 0 ? first : `${first}, and ${more.length} more`;
};

interface Part {
	name: string;
	/** What it is, without its parts, its place and its condition. */
	state: string;
	/** When it is asked for. */
	condition: string;
}

const partsOf = ({ sections }: FormLayout): Map<string, Part> =>
	new Map(
		sections.flatMap((section): [string, Part][] => [
			[
				`section ${section.id}`,
				{
					name: `Section “${section.title}”`,
					state: stateOf({ ...section, rows: undefined, showWhen: undefined }),
					condition: JSON.stringify(section.showWhen ?? null),
				},
			],
			...section.rows.flatMap((row) =>
				row.cols.map((col): [string, Part] => [
					`field ${section.refereeSectionType ?? ""} ${col.fieldId}`,
					{
						name: `Field “${fieldLabel(col)}”`,
						state: stateOf({ ...col, repeatable: row.repeatable ?? false, showWhen: undefined }),
						condition: JSON.stringify(col.showWhen ?? null),
					},
				]),
			),
		]),
	);

const stateOf = (part: Partial<FormSection> | (FormCol & { repeatable: boolean })): string => JSON.stringify(part);

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
