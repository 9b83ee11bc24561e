import type { FormCol, FormLayout, FormRow, FormSection, ShowWhen } from "#worker/contract/forms/form-schema";
import { designLimits } from "#worker/contract/forms/layout-to-save";

/** Edits of a layout: each returns a new one, or the same where there is nothing to do. */

export type Way = "earlier" | "later";
const stepOf = (way: Way): number => (way === "earlier" ? -1 : 1);

/** Where a field is. why the section: an applicant and a referee may answer fields of the same id. */
export interface FieldPlace {
	sectionId: string;
	fieldId: string;
}

const mapSection = (
	{ sections }: FormLayout,
	sectionId: string,
	edit: (section: FormSection) => FormSection,
): FormLayout => ({
	sections: sections.map((section) => (section.id === sectionId ? edit(section) : section)),
});

const swapped = <T>(items: readonly T[], from: number, to: number): T[] => {
	const [one, other] = [items[from], items[to]];
	return one === undefined || other === undefined ? [...items] : items.with(from, other).with(to, one);
};

export const findSection = ({ sections }: FormLayout, sectionId: string): FormSection | undefined =>
	sections.find(({ id }) => id === sectionId);

export const findField = (layout: FormLayout, { sectionId, fieldId }: FieldPlace) => {
	const rows = findSection(layout, sectionId)?.rows ?? [];
	const row = rows.find(({ cols }) => cols.some((col) => col.fieldId === fieldId));
	const col = row?.cols.find((one) => one.fieldId === fieldId);
	return row && col && { row, col, rowIndex: rows.indexOf(row), colIndex: row.cols.indexOf(col) };
};

/** Returns where a field is that was in a section: there, or where it was moved to; undefined when it was removed. */
export const placeNow = (layout: FormLayout, { sectionId, fieldId }: FieldPlace): FieldPlace | undefined => {
	const section = findSection(layout, sectionId);
	const isOfSame = (one: FormSection) => one.refereeSectionType === section?.refereeSectionType;
	return (
		section &&
		[section, ...layout.sections.filter(isOfSame)]
			.map(({ id }) => ({ sectionId: id, fieldId }))
			.find((place) => findField(layout, place))
	);
};

type SectionAbout = Omit<FormSection, "id" | "rows" | "showWhen">;

export const addSection = (layout: FormLayout, about: SectionAbout): FormLayout => {
	const id = freeId(
		idOf(about.title, "section"),
		layout.sections.map((section) => section.id),
	);
	return { sections: [...layout.sections, { id, ...about, rows: [] }] };
};

export const changeSection = (layout: FormLayout, sectionId: string, about: SectionAbout): FormLayout =>
	mapSection(layout, sectionId, ({ id, showWhen, rows }) => ({ id, ...about, ...(showWhen && { showWhen }), rows }));

export const removeSection = ({ sections }: FormLayout, sectionId: string): FormLayout => ({
	sections: sections.filter(({ id }) => id !== sectionId),
});

export const moveSection = ({ sections }: FormLayout, sectionId: string, way: Way): FormLayout => {
	const from = sections.findIndex(({ id }) => id === sectionId);
	return { sections: swapped(sections, from, from + stepOf(way)) };
};

/** Puts a section before or after another one. */
export const putSection = (
	{ sections }: FormLayout,
	sectionId: string,
	{ side, of }: { side: "before" | "after"; of: string },
): FormLayout => {
	const section = sections.find(({ id }) => id === sectionId);
	const rest = sections.filter((one) => one !== section);
	const at = rest.findIndex(({ id }) => id === of);
	if (!section || at < 0) return { sections };
	return { sections: rest.toSpliced(side === "after" ? at + 1 : at, 0, section) };
};

export interface FieldAbout extends Pick<FormCol, "type" | "props"> {
	/** Chosen by hand; made from the label otherwise. Only of a new field: answers are kept by it. */
	fieldId?: string | undefined;
	/** Whether it is on the line of the field before it. */
	isBeside: boolean;
	/** Whether applicants can repeat its line. */
	repeatable: boolean;
}

export const addField = (
	layout: FormLayout,
	sectionId: string,
	{ fieldId, isBeside, repeatable, ...about }: FieldAbout,
): FormLayout => {
	const section = findSection(layout, sectionId);
	if (!section) return layout;
	const taken = layout.sections.flatMap(({ rows }) => rows.flatMap(({ cols }) => cols.map((col) => col.fieldId)));
	const id = fieldId ?? freeId(idOf(about.props.label, "field"), taken);
	const added = mapSection(layout, sectionId, ({ rows, ...rest }) => ({
		...rest,
		rows: [...rows, rowOf(layout, { fieldId: id, ...about })],
	}));
	return placeField(added, { sectionId, fieldId: id }, { isBeside, repeatable });
};

export const changeField = (
	layout: FormLayout,
	place: FieldPlace,
	{ type, props, isBeside, repeatable }: Omit<FieldAbout, "fieldId">,
): FormLayout => {
	const changed = mapSection(layout, place.sectionId, (section) => ({
		...section,
		rows: section.rows.map((row) => ({
			...row,
			cols: row.cols.map((col) => (col.fieldId === place.fieldId ? { ...col, type, props } : col)),
		})),
	}));
	return placeField(changed, place, { isBeside, repeatable });
};

/** Sets when a section, or a field in it, is asked for; always, without a condition. */
export const setCondition = (
	layout: FormLayout,
	{ sectionId, fieldId }: { sectionId: string; fieldId?: string | undefined },
	showWhen: ShowWhen | undefined,
): FormLayout =>
	mapSection(layout, sectionId, ({ showWhen: before, rows, ...section }) => {
		if (fieldId === undefined) return { ...section, ...(showWhen && { showWhen }), rows };
		return {
			...section,
			...(before && { showWhen: before }),
			rows: rows.map((row) => ({
				...row,
				cols: row.cols.map((col) => {
					if (col.fieldId !== fieldId) return col;
					const { showWhen: _, ...rest } = col;
					return { ...rest, ...(showWhen && { showWhen }) };
				}),
			})),
		};
	});

/** Says why a field cannot come to the line of the field before it. @param place without a field, of a new one */
export const whyNotBeside = (
	layout: FormLayout,
	{ sectionId, fieldId }: { sectionId: string; fieldId?: string },
): string | undefined => {
	const rows = findSection(layout, sectionId)?.rows ?? [];
	const found = fieldId === undefined ? undefined : findField(layout, { sectionId, fieldId });
	if (found && found.colIndex > 0) return undefined;
	const before = rows[(found?.rowIndex ?? rows.length) - 1];
	if (!before) return "There is no field before it in the section.";
	const fields = before.cols.length + (found?.row.cols.length ?? 1);
	return fields > designLimits.fieldsOfRow ? "The line before it is full." : undefined;
};

/** Puts a field on the line before it, or on one of its own. */
const placeField = (
	layout: FormLayout,
	place: FieldPlace,
	{ isBeside, repeatable }: Pick<FieldAbout, "isBeside" | "repeatable">,
): FormLayout => {
	const found = findField(layout, place);
	if (!found) return layout;
	const { row, col, rowIndex, colIndex } = found;
	return mapSection(layout, place.sectionId, (section) => {
		const rows = [...section.rows];
		const before = rows[rowIndex - 1];
		let at = rowIndex;
		let repeats = repeatable;
		if (isBeside && colIndex === 0 && before && before.cols.length + row.cols.length <= designLimits.fieldsOfRow) {
			at = rowIndex - 1;
			repeats ||= before.repeatable ?? false;
			rows.splice(at, 2, { ...before, cols: [...before.cols, ...row.cols] });
		} else if (!isBeside && colIndex > 0) {
			at = rowIndex + 1;
			rows.splice(
				rowIndex,
				1,
				{ ...row, cols: row.cols.slice(0, colIndex) },
				{ ...rowOf(layout, col), cols: row.cols.slice(colIndex) },
			);
		}
		return { ...section, rows: rows.map((one, index) => (index === at ? repeating(one, repeats) : one)) };
	});
};

const repeating = ({ id, cols }: FormRow, repeatable: boolean): FormRow => ({
	id,
	...(repeatable ? { repeatable } : {}),
	cols,
});

export const removeField = (layout: FormLayout, { sectionId, fieldId }: FieldPlace): FormLayout =>
	mapSection(layout, sectionId, (section) => ({
		...section,
		rows: section.rows
			.map((row) => ({ ...row, cols: row.cols.filter((col) => col.fieldId !== fieldId) }))
			.filter(({ cols }) => cols.length > 0),
	}));

/**
 * Moves a field one place on: past its neighbour on the same line, out of its line, past the next line, and at the edge
 * of its section into the next one that the same person answers.
 */
export const moveField = (layout: FormLayout, place: FieldPlace, way: Way): FormLayout => {
	const found = findField(layout, place);
	if (!found) return layout;
	const { row, col, rowIndex, colIndex } = found;
	const step = stepOf(way);
	if (row.cols[colIndex + step])
		return mapRows(layout, place.sectionId, (rows) =>
			rows.with(rowIndex, { ...row, cols: swapped(row.cols, colIndex, colIndex + step) }),
		);
	if (row.cols.length > 1)
		return mapRows(layout, place.sectionId, (rows) => {
			const rest = { ...row, cols: row.cols.filter((one) => one !== col) };
			const alone = rowOf(layout, col);
			return rows.toSpliced(rowIndex, 1, ...(way === "earlier" ? [alone, rest] : [rest, alone]));
		});
	const rows = findSection(layout, place.sectionId)?.rows ?? [];
	if (rows[rowIndex + step]) return mapRows(layout, place.sectionId, (all) => swapped(all, rowIndex, rowIndex + step));
	return moveToNextSection(layout, { sectionId: place.sectionId, row }, way);
};

/**
 * Puts a field on a line of its own: before or after the line of another field, or at the end of a section. Not into a
 * section that somebody else answers.
 */
export const putField = (
	layout: FormLayout,
	place: FieldPlace,
	to: { side: "before" | "after"; sectionId: string; fieldId: string } | { side: "into"; sectionId: string },
): FormLayout => {
	const [from, target, found] = [
		findSection(layout, place.sectionId),
		findSection(layout, to.sectionId),
		findField(layout, place),
	];
	if (!from || !target || !found || from.refereeSectionType !== target.refereeSectionType) return layout;
	const { row, col } = found;
	const other = to.side === "into" ? undefined : findField(layout, to)?.row;
	if (to.side !== "into" && (!other || (other === row && row.cols.length === 1))) return layout;
	const line = row.cols.length === 1 ? row : rowOf(layout, col);
	const left = removeField(layout, place);
	return mapRows(left, to.sectionId, (rows) => {
		const at = other ? rows.findIndex(({ id }) => id === other.id) : rows.length;
		return rows.toSpliced(to.side === "after" ? at + 1 : at, 0, line);
	});
};

const mapRows = (layout: FormLayout, sectionId: string, edit: (rows: FormRow[]) => FormRow[]): FormLayout =>
	mapSection(layout, sectionId, (section) => ({ ...section, rows: edit([...section.rows]) }));

const moveToNextSection = (
	layout: FormLayout,
	{ sectionId, row }: { sectionId: string; row: FormRow },
	way: Way,
): FormLayout => {
	const from = layout.sections.findIndex(({ id }) => id === sectionId);
	const [section, next] = [layout.sections[from], layout.sections[from + stepOf(way)]];
	if (!section || !next || next.refereeSectionType !== section.refereeSectionType) return layout;
	const left = mapRows(layout, sectionId, (rows) => rows.filter((one) => one !== row));
	return mapRows(left, next.id, (rows) => (way === "earlier" ? [...rows, row] : [row, ...rows]));
};

/** A line with this field alone. */
const rowOf = ({ sections }: FormLayout, col: FormCol): FormRow => {
	const taken = sections.flatMap(({ rows }) => rows.map(({ id }) => id));
	return { id: freeId(`${col.fieldId.slice(0, 50)}-row`, taken), cols: [col] };
};

/** Makes an id from words: "Date of birth" → "dateOfBirth". */
const idOf = (words: string, otherwise: string): string => {
	const [first = "", ...rest] = words
		.normalize("NFD")
		.replaceAll(/[^A-Za-z0-9 ]/g, "")
		.split(/ +/)
		.filter(Boolean);
	const id = [first.toLowerCase(), ...rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())]
		.join("")
		.slice(0, 40);
	return /^[A-Za-z]/.test(id) ? id : `${otherwise}${id}`.slice(0, 40);
};

const freeId = (wanted: string, taken: readonly string[]): string => {
	if (!taken.includes(wanted)) return wanted;
	// why not `__2`: that would be a repeat's.
	for (let count = 2; ; count++) if (!taken.includes(`${wanted}-${count}`)) return `${wanted}-${count}`;
};
