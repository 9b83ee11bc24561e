import { codeTaken } from "#worker/services/courses/uploads.contract";
import type { Row, Rows } from "./insert";
import type { People } from "./people";
import type { Setup } from "./setup";
import { day, hour } from "./times";

interface UploadedRow {
	code: string;
	title: string;
	partOf?: string;
	/** Why it was not added, or was kept. */
	reason?: string;
	state?: Row<"importRows">["state"];
	recordId?: string;
}

const headings = ["Code", "Title", "Part of", "Status"];

/**
 * Makes what an institution uploaded as lists of courses: one that was added but for its failures, one that waits to be
 * looked at, one that was undone, and one that could not be read.
 */
export const courseUploadsOf = (
	{ idOf, organisation, rows }: Setup,
	{ rows: staff, idByRole }: People,
	now: number,
): Rows => {
	const organisationId = organisation.id;
	const [createdBy = ""] = idByRole("super-admin");
	const uploader = staff.users.find(({ id }) => id === createdBy);
	const createdByName = `${uploader?.firstName} ${uploader?.lastName}`;
	const [kept, taken] = rows.courses;
	const unit = rows.adminLevelItems.find(({ id }) => id === kept?.adminLevelItemId);
	const offering = rows.applicationCourses.filter(({ courseId }) => courseId === kept?.id);
	const titles = rows.applications.filter(({ id }) => offering.some(({ applicationId }) => applicationId === id));
	if (!kept || !taken || !unit) return {};

	const added: UploadedRow[] = [
		{ code: "DSC101", title: "Data Science (BSc)" },
		{ code: "REN101", title: "Renewable Energy (BSc)" },
		{ code: "TOU101", title: "Tourism and Hospitality (BSc)" },
	].map((row) => ({ ...row, partOf: unit.name, state: "added", recordId: idOf("course", row.code) }));
	const ofAdded = now - 20 * day;

	const importOf = (
		key: string,
		fileName: string,
		of: Partial<Row<"imports">> & { createdAt: number },
	): Row<"imports"> => ({
		organisationId,
		id: idOf("upload", key),
		target: ":courses",
		fileName,
		format: "xlsx",
		size: 9_840,
		columns: headings.map((header, index) => ({
			header,
			samples: [],
			field: ["code", "title", "partOf", "status"][index] ?? "",
		})),
		status: "added",
		createdBy,
		createdByName,
		...of,
	});
	const rowsOf = (key: string, madeVersion: number, list: readonly UploadedRow[]): Row<"importRows">[] =>
		list.map(({ code, title, partOf = "", reason, state, recordId }, index) => ({
			organisationId,
			importId: idOf("upload", key),
			position: index + 1,
			rowNumber: index + 2,
			cells: state === "added" || recordId ? [] : [code, title, partOf, ""],
			outcome: reason && !state ? "wrong" : "new",
			reasons: reason ? [reason] : [],
			data: { code, title, partOf, status: "active" },
			state,
			recordId,
			madeVersion: recordId ? madeVersion : null,
		}));
	return {
		courses: added.map(({ code, title, recordId = "" }) => ({
			organisationId,
			id: recordId,
			code,
			title,
			adminLevelItemId: unit.id,
			createdAt: ofAdded,
			updatedAt: ofAdded,
		})),
		recordChanges: added.map(({ code, title, recordId = "" }) => ({
			organisationId,
			id: `${recordId}-1`,
			kind: "course",
			recordId,
			action: "created",
			after: { code, title, administrationLevelItemId: unit.id, status: "active" },
			actorId: createdBy,
			actorName: createdByName,
			createdAt: ofAdded,
		})),
		imports: [
			importOf("added", "New courses, Senate of October.xlsx", {
				createdAt: ofAdded - hour,
				addedAt: ofAdded,
				rows: 6,
				counts: { new: 4, wrong: 2, added: 3, failed: 1 },
			}),
			importOf("ready", "Part-time courses.csv", {
				format: "csv",
				size: 412,
				createdAt: now - 2 * hour,
				status: "ready",
				rows: 5,
				counts: { new: 3, wrong: 2 },
			}),
			importOf("undone", "Trial upload.xlsx", {
				createdAt: now - 34 * day,
				addedAt: now - 34 * day,
				status: "undone",
				rows: 3,
				counts: { new: 3, added: 3, undone: 2, kept: 1 },
			}),
			importOf("refused", "Prospectus.xlsx", {
				createdAt: now - 6 * day,
				status: "refused",
				columns: null,
				size: 184_320,
				refusal: "The list has no column “Code”. Use the headings of the template.",
			}),
		],
		importRows: [
			...rowsOf("added", ofAdded, [
				...added,
				{ code: taken.code, title: taken.title, reason: codeTaken },
				{ code: "FIN101", title: "Finance (BSc)", partOf: "Commerce", reason: "Part of: “Commerce” does not exist." },
				{ code: "ENT101", title: "Entrepreneurship (BSc)", state: "failed", reason: codeTaken },
			]),
			...rowsOf("ready", 0, [
				{ code: "ACC-PT", title: "Accounting, part-time", partOf: unit.name },
				{ code: "LIB-PT", title: "Library Studies, part-time" },
				{ code: "SOC-PT", title: "Social Work, part-time", partOf: unit.name },
				{ code: "ACC-PT", title: "Accounting, evenings", reason: codeTaken },
				{ code: "MKT-PT", title: "", reason: "Title: Enter a title" },
			]),
			...rowsOf("undone", now - 34 * day, [
				{ code: "TST1", title: "Trial one", state: "undone", recordId: idOf("course", "TST1") },
				{ code: "TST2", title: "Trial two", state: "undone", recordId: idOf("course", "TST2") },
				{
					code: kept.code,
					title: kept.title,
					state: "kept",
					recordId: kept.id,
					reason: `In use: it has applicants. In use: “${titles[0]?.title}” offers it.`,
				},
			]),
		],
	};
};
