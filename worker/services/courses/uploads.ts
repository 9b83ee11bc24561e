import { writeXlsx } from "hucre/xlsx";
import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { fail, ok, okOr } from "#worker/contract/result";
import { topicOf } from "#worker/contract/topics";
import { streamFailedRows } from "#worker/imports/failed-rows";
import { beginStep } from "#worker/imports/import-task";
import { type FoundImport, findImport, pageOfImports, pageOfRows } from "#worker/imports/imports.queries";
import { isAloneIn, putAway } from "#worker/imports/imports.writes";
import { startListImport } from "#worker/imports/start-import";
import { allItems } from "#worker/services/admin-levels/queries";
import { findReached } from "#worker/services/admin-levels/reach.queries";
import { pathSign } from "#worker/services/courses/read-course";
import {
	type CourseUpload,
	type CourseUploadRow,
	courseColumns,
	type uploadCourses,
} from "#worker/services/courses/uploads.contract";

/** What uploads of courses go into. why the colon: no id of a candidate group has one, so no address of theirs finds them. */
const target = ":courses";

export const uploadTasks = { read: "COURSE_LIST", add: "COURSE_IMPORT", undo: "COURSE_IMPORT_UNDO" } as const;

const noticesOf = (id: string) => ({ path: `courses/uploads/${id}`, topics: [topicOf("set-up", "course")] });

const findUpload = async (ctx: OrgContext, importId: string): Promise<CourseUpload | undefined> => {
	const found = await findImport(ctx, { target, importId });
	return found && toUpload(found);
};

const toUpload = ({ target: _, addsDuplicates: __, platform: ___, ...upload }: FoundImport): CourseUpload => upload;

export const pageOfUploads = async (ctx: OrgContext, query: { page: number; size: number }) => {
	const { data, ...page } = await pageOfImports(ctx, target, query);
	return { ...page, data: data.map(toUpload) };
};

export const openUpload = async (ctx: OrgContext, id: string) => okOr(await findUpload(ctx, id), "not_found");

/** Starts an upload of courses (§7 POST /courses/bulk). */
export const startUpload = async (
	ctx: OrgContext,
	{ data: { name }, files }: EndpointRequest<typeof uploadCourses>["body"],
) => {
	const started = await startListImport(ctx, { target, type: uploadTasks.read, name, title: name, noticesOf, files });
	if (!started.ok) return started;
	const upload = await findUpload(ctx, started.value);
	if (!upload) throw new Error(`Upload ${started.value} is gone`);
	return ok(upload);
};

type RowsQuery = Parameters<typeof pageOfRows>[2];

/** Reads one page of the rows of an upload, each with its course and why it fails. */
export const listUploadRows = async (ctx: OrgContext, id: string, query: RowsQuery) => {
	const found = await findUpload(ctx, id);
	if (!found) return fail("not_found");
	const { data, ...page } = await pageOfRows(ctx, found, query);
	const rows = data.map(({ data: { code = "", title = "", partOf = "", status = "" }, reasons, ...row }) => ({
		...row,
		course: { code, title, partOf, status },
		reason: reasons.length > 0 ? reasons.join(" ") : null,
	}));
	return ok({ ...page, data: rows satisfies CourseUploadRow[] });
};

/** Begins to add the courses of an upload, in the background. */
export const addUpload = async (ctx: OrgContext, id: string) => {
	const found = await findUpload(ctx, id);
	if (!found) return fail("not_found");
	if (found.status === "ready" && !found.counts.new) return fail("import_adds_nothing");
	return begin(ctx, found, "add", { from: ["ready"], status: "adding" });
};

/** Begins to undo an upload, in the background: deletes those of its courses that nothing uses and nobody has changed. */
export const undoUpload = async (ctx: OrgContext, id: string) => {
	const found = await findUpload(ctx, id);
	return found ? begin(ctx, found, "undo", { from: ["added"], status: "undoing" }) : fail("not_found");
};

const begin = async (
	ctx: OrgContext,
	{ id, name: title, rows: total }: CourseUpload,
	step: keyof typeof uploadTasks,
	move: Parameters<typeof beginStep>[2],
) => {
	const about = { importId: id, type: uploadTasks[step], title, total, ...noticesOf(id) };
	const begun = await beginStep(ctx, about, { ...move, onlyIf: isAloneIn(ctx, target) });
	return begun ? openUpload(ctx, id) : fail("import_elsewhere");
};

/** Discards an upload that was not carried out; the sweep deletes its rows. */
export const discardUpload = async (ctx: OrgContext, id: string) => {
	if (!(await findUpload(ctx, id))) return fail("not_found");
	return (await putAway(ctx, id)) ? ok({ id }) : fail("import_elsewhere");
};

/** Streams a workbook of the rows that were not added. */
export const openFailedCourses = async (ctx: OrgContext, id: string) => {
	const found = await findUpload(ctx, id);
	return found?.columns ? ok(streamFailedRows(ctx, found)) : fail("not_found");
};

/** Rows of the template that are prepared to be filled in. */
const offeredRows = 1_000;

/** Makes the workbook to fill in, whose second sheet names what courses can be part of. */
export const makeTemplate = async (ctx: OrgContext): Promise<Uint8Array<ArrayBuffer>> => {
	const { itemIds } = await findReached(ctx, { privilege: "course:c" });
	const reached = (await allItems(ctx)).filter(({ id }) => itemIds.has(id));
	const paths = reached.map(({ path }) => path.join(pathSign)).sort();
	const headings = Object.values(courseColumns);
	const offered = { type: "list" as const, allowBlank: true };
	const choices = `'${courseColumns.partOf}'!$A$2:$A$${paths.length + 1}`;
	return Uint8Array.from(
		await writeXlsx({
			sheets: [
				{
					name: "List",
					// why each row: in a cell of no format "007" becomes 7 as soon as it is typed.
					rows: [headings, ...Array.from({ length: offeredRows - 1 }, () => [null])],
					// why text: a code can begin with zeros.
					columns: [{ width: 14, style: { numFmt: "@" } }, { width: 40 }, { width: 48 }, { width: 12 }],
					freezePane: { rows: 1 },
					dataValidations: [
						...(paths.length > 0 ? [{ ...offered, formula1: choices, range: `C2:C${offeredRows}` }] : []),
						{ ...offered, values: ["Active", "Disabled"], range: `D2:D${offeredRows}` },
					],
				},
				{
					name: courseColumns.partOf,
					rows: [[courseColumns.partOf], ...paths.map((path) => [path])],
					columns: [{ width: 60 }],
					freezePane: { rows: 1 },
				},
			],
		}),
	);
};
